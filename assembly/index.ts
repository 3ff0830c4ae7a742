export { alloc, mark, release } from './arena';

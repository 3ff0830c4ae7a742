// Writes a made-up monorepo of workflows: --out FOLDER [--workflows N] [--seed S].
import { parseArgs } from 'node:util';
import { writeMonorepo } from './monorepo/folder.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    workflows: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, seed] = [Number(values.workflows), Number(values.seed)];
if (values.out === undefined || !Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.error('usage: --out FOLDER [--workflows N] [--seed S]');
  process.exitCode = 1;
} else {
  const { files, bytes } = writeMonorepo(values.out, count, seed);
  console.log(`${files} workflows, ${(bytes / files).toFixed(0)} bytes each, in ${values.out}`);
}

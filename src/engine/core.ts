import { instantiateSync } from '@assemblyscript/loader';
import { Fault } from '../../assembly/codes.js';
import bytes from '../../build/core.wasm';
import type { Making } from './error.js';
import type { GraphExports } from './graph.js';

/**
 * The exports of `assembly/index.ts`. Every `number` is 32 bits; addresses arrive negative from 2 GiB on, so that each
 * one is made unsigned (`>>> 0`) where it comes in.
 */
export interface CoreExports extends GraphExports {
  setLimit(bytes: number): void;
  forget(): void;
  begin(rows: number): void;
  run(plan: number, from: number, to: number): number;
  emitted(): number;
  insert(relation: number, vectors: number, rows: number): void;
  select(relation: number, vectors: number, rows: number, wanted: number, choice: number): number;
  fault(): number;
  forgive(): void;
  matrixNew(relation: number, key: number, logged: number, values: number, count: number): number;
  matrixOrder(matrix: number, index: number): number;
  matrixOrderSearch(matrix: number, index: number, budget: number): number;
  matrixLink(matrix: number, edges: number, strict: number, from: number, to: number): void;
  matrixSpread(matrix: number, plain: number, strict: number, mapped: number, count: number, budget: number): number;
  matrixMaterialise(matrix: number): number;
  matrixDissolve(relation: number): void;
  equivalenceNew(relation: number): number;
  equivalenceClear(relation: number): void;
  equivalencePairs(relation: number): number;
  equivalenceColumn(relation: number, column: number): number;
  equivalenceMaterialise(relation: number): number;
  relationBag(relation: number): void;
  forceStore(kind: number): void;
  forceIndex(kind: number): void;
  relationNew(arity: number): number;
  relationExpect(relation: number, rows: number): number;
  relationSize(relation: number): number;
  relationStore(relation: number): number;
  relationColumn(relation: number, column: number): number;
  relationGreatest(relation: number, column: number): number;
  relationAdvance(relation: number, old: number): number;
  relationClear(relation: number): void;
  indexNew(relation: number, keys: number): number;
  indexKey(index: number, key: number, column: number): void;
  indexUpdate(index: number, final: number): number;
  indexClear(index: number): void;
  indexIsFrozen(index: number): number;
  indexKind(index: number): number;
  find(index: number, keys: number, row: number): number;
  searchNew(keys: number): number;
  searchSeed(key: number): void;
  search(plain: number, strict: number, value: number, goal: number, budget: number): number;
  searchFrom(key: number): number;
}

/** What the core asks of its host; see `assembly/host.ts`. */
export interface CoreHost {
  expired(): number;
  symbols(functor: number, a: number, b: number, c: number, out: number, rows: number): number;
}

/** Raised inside the engine and turned into an `EngineError` at its border: the core stopped with a fault. */
export class CoreFault extends Error {
  /** @param making what was made for a rule to read, if that was it */
  constructor(
    readonly fault: Fault,
    readonly making?: Making,
  ) {
    super(`fault ${fault}`);
  }
}

/** Rows of a batch and the bytes of its vectors, as in `assembly/layout.ts`. */
export const BATCH = 1024;
export const VECTOR_BYTES = 4096;

let compiled: WebAssembly.Module | undefined;

/** One instance of the core and views of its memory. The module is compiled once per process. */
export class Core {
  readonly exports: CoreExports;
  private readonly bottom: number;
  private view = new Uint32Array(0);

  constructor(private readonly host: CoreHost) {
    compiled ??= new WebAssembly.Module(bytes);
    const { instance } = instantiateSync(compiled, { host: { expired: host.expired, symbols: host.symbols } });
    // The loader's own `exports` wrap every call; the instance's are direct, and typed by nothing but this file.
    this.exports = instance.exports as unknown as CoreExports;
    this.bottom = this.exports.mark() >>> 0;
  }

  /** All of memory as words. Made anew when memory has grown: keep it over no call that may allocate. */
  get words(): Uint32Array {
    if (this.view.buffer !== this.exports.memory.buffer) this.view = new Uint32Array(this.exports.memory.buffer);
    return this.view;
  }

  /** Empties the instance: all addresses given out before are void. */
  empty(): void {
    this.exports.release(this.bottom);
    this.exports.forget();
  }

  /** Bytes given out since the instance was emptied. */
  get used(): number {
    return (this.exports.mark() >>> 0) - this.bottom;
  }

  /** Readies the instance for a run whose memory is bounded. */
  begin(bytes: number): void {
    this.exports.setLimit(Math.min(bytes, 0xffff0000));
    this.exports.begin(0xffffffff);
  }

  /** An address the core allocated; 0 is a lack of memory. */
  address(given: number): number {
    if (given === 0) throw new CoreFault(Fault.Memory);
    return given >>> 0;
  }

  alloc(size: number): number {
    return this.address(this.exports.alloc(size));
  }

  /** Copies words to new memory and returns their address. */
  place(values: readonly number[]): number {
    const address = this.alloc(Math.max(values.length, 1) * 4);
    this.words.set(values, address >>> 2);
    return address;
  }

  /** The values of a column, `rows` of them, as a copy. */
  copy(address: number, rows: number): Int32Array<ArrayBuffer> {
    const begin = address >>> 0;
    return new Int32Array(this.exports.memory.buffer, begin, rows).slice();
  }

  check(fault: number, making?: Making): void {
    if (fault !== Fault.None) throw new CoreFault(fault, making);
  }

  /** Throws where the time is used up. */
  checkTime(making?: Making): void {
    if (this.host.expired() !== 0) throw new CoreFault(Fault.Time, making);
  }
}

/** Pages of 64 KiB that the core may have in a process whose tests import this file, instead of 65,535. */
const PAGES = 48;
const MEMORY_SECTION = 5;

const Unbounded = WebAssembly.Module;

/** Makes every module that is compiled from here on one whose memory cannot grow beyond `PAGES`. */
export function makeMemorySmall(): void {
  WebAssembly.Module = class extends Unbounded {
    constructor(bytes: BufferSource) {
      if (!(bytes instanceof Uint8Array)) throw new TypeError('the core is embedded as bytes');
      super(withSmallMemory(bytes));
    }
  };
}

/** Overwrites the maximum of the memory section; an LEB128 of three bytes stays one. */
function withSmallMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const patched = Uint8Array.from(bytes);
  for (let at = 8; at < patched.length; ) {
    const id = patched[at++];
    const size = number(patched, at);
    if (id === MEMORY_SECTION) {
      // One memory, flags that say it has a maximum, the minimum in a byte, the maximum in three.
      const maximum = size.end + 3;
      if (number(patched, maximum).value !== 65_535) throw new Error('the memory section is another one');
      patched.set([PAGES | 0x80, 0x80, 0], maximum);
      return patched;
    }
    at = size.end + size.value;
  }
  throw new Error('there is no memory section');
}

function number(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at };
  }
}

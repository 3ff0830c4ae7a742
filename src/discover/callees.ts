import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Discovered } from './discover.js';
import type { Input } from './input.js';
import { isInside, joinBytes, printable } from './names.js';

/** Why the file that is called cannot be read: it is not there, it is no plain file, or it lies outside the roots of the run. */
export type CalleeFault = 'missing' | 'unreadable' | 'outside';

export type Callee = { readonly input: Input } | { readonly fault: CalleeFault };

/** The files that workflows call by path, each found once, whoever calls it. No path leads out of the roots of the run. */
export class Callees {
  private readonly byPath = new Map<string, Input>();
  private readonly byFile = new Map<string, Input>();

  constructor(
    private readonly found: Discovered,
    private readonly cwd: string,
  ) {
    for (const input of found.inputs) this.add(input);
  }

  /** The file at `target`, relative to the folder of the input called `caller`. */
  find(caller: string, target: string): Callee {
    let path: Buffer;
    try {
      path = realpathSync.native(joinBytes(this.folder(caller), Buffer.from(target)), 'buffer');
      if (!this.found.roots.some((root) => isInside(path, root))) return { fault: 'outside' };
      if (!statSync(path).isFile()) return { fault: 'unreadable' };
    } catch {
      return { fault: 'missing' };
    }
    return { input: this.byPath.get(path.toString('latin1')) ?? this.addFile(path) };
  }

  private folder(caller: string): Buffer {
    const input = this.byFile.get(caller);
    const path = input?.kind === 'file' ? input.path : Buffer.from(resolve(this.cwd, caller));
    return path.subarray(0, Math.max(1, path.lastIndexOf(0x2f)));
  }

  private addFile(path: Buffer): Input {
    const shown = relative(this.cwd, printable(path));
    let file = shown;
    for (let n = 2; this.byFile.has(file); n++) file = `${shown}#${n}`;
    return this.add({ kind: 'file', file, path, explicit: false, role: 'workflow' });
  }

  private add(input: Input): Input {
    this.byFile.set(input.file, input);
    if (input.kind === 'file') this.byPath.set(input.path.toString('latin1'), input);
    return input;
  }
}

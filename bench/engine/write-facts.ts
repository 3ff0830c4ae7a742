import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FactSet } from './graphs.js';
import { writeColumns } from './measure.js';

/** Writes facts as the engine's processes read them, and below `text` tab-separated for other engines; returns that folder. */
export function writeFacts(folder: string, facts: FactSet): string {
  writeColumns(folder, facts);
  const text = join(folder, 'text');
  mkdirSync(text);
  for (const [name, columns] of facts) {
    const lines = Array.from(columns[0] ?? [], (_, row) => columns.map((column) => column[row]).join('\t'));
    writeFileSync(join(text, `${name}.facts`), `${lines.join('\n')}\n`);
  }
  return text;
}

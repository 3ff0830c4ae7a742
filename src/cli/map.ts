import { readFileSync } from 'node:fs';
import { drawManifest } from '../library/map.js';
import { isAgentsName } from '../lower/pikuri/index.js';
import type { ExitCode } from '../report/exit.js';
import { Sources } from '../report/sources.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeStream } from './output.js';

/** `map`: draws the agents of a manifest. 2 where something is wrong with it, 1 where it cannot be read. */
export async function map(file: string, io: Surroundings): Promise<ExitCode> {
  const say = (line: string) => writeStream(io.stderr, [`error: ${line}\n`]);
  if (!isAgentsName(file)) {
    await say(`${visible(file)}: no manifest of agents: the name ends in .agents.yaml, .agents.yml or .agents.json`);
    return 1;
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    await say(`${visible(file)}: ${error instanceof Error ? visible(error.message) : 'cannot be read'}`);
    return 1;
  }
  const { drawing, diagnostics, text } = drawManifest(file, bytes);
  const sources = new Sources();
  sources.add(file, text);
  for (const { code, message, place, repair = [] } of diagnostics) {
    const { line, column } = sources.range(place).start;
    await say(visible(`${file}:${line}:${column}: ${code}: ${[message, ...repair].join('; ')}`));
  }
  if (drawing !== null) await writeStream(io.stdout, [drawing]);
  return diagnostics.length > 0 ? 2 : 0;
}

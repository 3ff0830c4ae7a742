import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services, teams } from './words.js';
import { makeWorkflow } from './workflow.js';

export interface Written {
  readonly files: number;
  readonly bytes: number;
}

/** Writes `count` workflows below `folder`, as teams and services keep them: `team/service/workflows/name.nika.yaml`. */
export function writeMonorepo(folder: string, count: number, seed: number): Written {
  const places = teams.flatMap((team) => services.map((service) => join(folder, team, service, 'workflows')));
  for (const place of places) mkdirSync(place, { recursive: true });
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const name = `flow-${String(i).padStart(6, '0')}`;
    const text = makeWorkflow(name, seed * 1_000_003 + i);
    writeFileSync(join(places[i % places.length] ?? folder, `${name}.nika.yaml`), text);
    bytes += Buffer.byteLength(text);
  }
  return { files: count, bytes };
}

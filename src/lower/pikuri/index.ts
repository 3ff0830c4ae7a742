import type { Diagnostic } from '../../diagnostic.js';
import { manifestName } from '../../facts/entity.js';
import type { Facts } from '../../facts/facts.js';
import type { Document } from '../document.js';
import { Faults } from '../faults.js';
import type { AgentGraph } from '../graded/model.js';
import { writeAgents } from '../graded/write.js';
import { placesIn, toValue } from '../value.js';
import type { AgentsCode } from './codes.js';
import { ManifestReader } from './manifest.js';

export type { AgentsCode } from './codes.js';

/** A manifest of agents goes by its name: nothing in its content would tell it from other mappings. */
export function isAgentsName(file: string): boolean {
  return /\.agents\.(?:ya?ml|json)$/i.test(file);
}

export interface Manifest {
  /** Null where the document is no mapping. */
  readonly graph: AgentGraph | null;
  readonly diagnostics: readonly Diagnostic<AgentsCode>[];
}

/** The agents of a manifest, and what is wrong with it. */
export function readManifest({ file, root }: Document): Manifest {
  const faults = new Faults<AgentsCode>();
  const value = root === null ? null : toValue(root, placesIn(file));
  if (value?.kind !== 'map') {
    const place = value?.place ?? { file, start: 0, end: 0 };
    faults.add(
      'AGENTS-SHAPE',
      place,
      'the manifest is no mapping',
      'write `label:`, `tools:` and `children:` of the first agent',
    );
    return { graph: null, diagnostics: faults.found };
  }
  const graph = new ManifestReader(faults).read(value, labelOf(file));
  return { graph, diagnostics: faults.found };
}

/** Writes what a manifest says as facts of rules/graded/schema.dl. */
export function lowerManifest(document: Document, facts: Facts): readonly Diagnostic<AgentsCode>[] {
  const { graph, diagnostics } = readManifest(document);
  if (graph === null) return diagnostics;
  const manifest = facts.symbols.intern(manifestName(document.file));
  facts.places.set(manifest, { file: document.file, start: 0, end: 0 });
  facts.table('agent_tree', 1).add(manifest);
  writeAgents(graph, document.file, facts);
  return diagnostics;
}

/** The name of the file without what comes after the first dot. */
function labelOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\..*$/, '');
}

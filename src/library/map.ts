import type { Diagnostic } from '../diagnostic.js';
import { readManifest } from '../lower/pikuri/index.js';
import { parseDocument } from '../parse/parse.js';
import { judgeGraph } from './walk.js';

export interface ManifestMap {
  /** Null where the manifest holds no agents that could be drawn. */
  readonly drawing: string | null;
  /** What is wrong with the manifest; what could be read is drawn all the same. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text that the places of the diagnostics point into. */
  readonly text: string;
}

/** Draws the agents of a manifest (docs/agents.md), each with its tools, tags and verdict, and says why. */
export function drawManifest(file: string, bytes: Uint8Array): ManifestMap {
  const { text, root, diagnostics } = parseDocument(file, bytes);
  const manifest = readManifest({ file, text, root });
  const drawing = manifest.graph === null ? null : judgeGraph(manifest.graph).render();
  return { drawing, diagnostics: [...diagnostics, ...manifest.diagnostics], text };
}

import pc from 'picocolors';
import type { Colors } from 'picocolors/types';

/** Colours for a stream: on a terminal alone, unless NO_COLOR (never) or FORCE_COLOR (always) says otherwise; NO_COLOR wins. */
export function colorsFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Colors {
  return pc.createColors(wanted(stream.isTTY === true, env));
}

export const noColors = pc.createColors(false);

function wanted(terminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return terminal && env.TERM !== 'dumb';
}

import type { Source } from '../datalog/index.js';

const include = /^[.#]include\b.*$/gm;
const input = /^\.input\s+(\S.*)$/gm;
const target = /([\w?.]+)(?:\([^)]*\))?/g;
const inQuotes = '(rfc4180="true", delimiter="\\t")';

/**
 * Rules as one program: what is included stands there itself, and every input is read from `<relation>.facts`. The order
 * of the files makes no difference to what follows from them.
 *
 * @param quoted  relations whose facts stand in quotes
 */
export function* programText(sources: readonly Source[], quoted: ReadonlySet<string>): Generator<string> {
  for (const { file, text } of sources) {
    yield `// ${'-'.repeat(20)} ${file.replace(/\s/g, ' ')}\n\n`;
    const alone = text.replace(include, '').replace(input, (_, targets: string) => inputs(targets, quoted));
    yield alone.endsWith('\n') ? `${alone}\n` : `${alone}\n\n`;
  }
}

function inputs(targets: string, quoted: ReadonlySet<string>): string {
  const names = Array.from(targets.matchAll(target), ([, name = '']) => name);
  return names.map((name) => `.input ${name}${quoted.has(name) ? inQuotes : ''}`).join('\n');
}

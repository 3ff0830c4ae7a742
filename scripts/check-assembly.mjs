// node scripts/check-assembly.mjs: what TypeScript has to say of assembly/, beyond asc's own checks at every build.
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './bundle.mjs';

/** AssemblyScript decorates functions (`@inline`), which TypeScript's grammar refuses. */
const misplacedDecorator = 1206;
/** A comparison is 0 or 1 to AssemblyScript, and may be cast to a number. */
const unlikelyCast = 2352;

/** @param {ts.Diagnostic} diagnostic */
function isDialect({ code, messageText }) {
  if (code === misplacedDecorator) return true;
  return (
    code === unlikelyCast && ts.flattenDiagnosticMessageText(messageText, '\n').includes("'boolean' to type 'number'")
  );
}

const folder = join(root, 'assembly');
const config = ts.getParsedCommandLineOfConfigFile(
  join(folder, 'tsconfig.json'),
  { noEmit: true },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]) },
);
if (config !== undefined) {
  const program = ts.createProgram(config.fileNames, config.options);
  report([...config.errors, ...ts.getPreEmitDiagnostics(program)].filter((diagnostic) => !isDialect(diagnostic)));
}

/** @param {readonly ts.Diagnostic[]} diagnostics */
function report(diagnostics) {
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: String, getNewLine: () => '\n' };
  process.stdout.write(ts.formatDiagnostics(diagnostics, host));
  if (diagnostics.length > 0) process.exitCode = 1;
}

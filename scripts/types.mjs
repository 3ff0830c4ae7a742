// The types of the library as one file: every declaration that the entry's exports reach, and none besides.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './bundle.mjs';

/**
 * @param {string} scratch a folder to emit into, removed afterwards
 * @param {string[]} entries modules of src/, without extension
 * @returns {Map<string, string>} the text of a declaration file by entry
 */
export function declarations(scratch, entries) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', scratch], {
    cwd: root,
    stdio: 'inherit',
  });
  const files = entries.map((entry) => join(scratch, 'src', `${entry}.d.ts`));
  const program = ts.createProgram(files, {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  });
  const texts = files.map((file) => new Roller(program.getTypeChecker(), scratch).roll(program.getSourceFile(file)));
  rmSync(scratch, { recursive: true });
  return new Map(entries.map((entry, i) => [entry, texts[i] ?? '']));
}

class Roller {
  /** Statements reached, by the one name that each declares. @type {Map<string, ts.Statement>} */
  statements = new Map();

  /** @param {ts.TypeChecker} checker @param {string} folder what lies outside is a library's, and known to the reader */
  constructor(checker, folder) {
    this.checker = checker;
    this.folder = folder.replaceAll('\\', '/');
  }

  /** @param {ts.SourceFile | undefined} entry */
  roll(entry) {
    const module = entry && this.checker.getSymbolAtLocation(entry);
    if (module === undefined) throw new Error('the entry exports nothing');
    const exported = this.checker.getExportsOfModule(module);
    for (const symbol of exported) this.reach(symbol);
    const names = new Set(exported.map(({ name }) => name));
    const texts = [...this.statements].map(([name, statement]) => declarationText(statement, names.has(name)));
    return `${texts.join('\n\n')}\n\nexport {};\n`;
  }

  /** @param {ts.Symbol} symbol */
  reach(symbol) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      const statement = topLevel(declaration);
      if (statement === undefined || !statement.getSourceFile().fileName.startsWith(this.folder)) continue;
      const known = this.statements.get(target.name);
      if (known === statement) continue;
      if (known !== undefined || symbol.name !== target.name)
        throw new Error(`two public types want the name ${target.name}`);
      this.statements.set(target.name, statement);
      this.visit(statement);
    }
  }

  /** @param {ts.Node} node */
  visit(node) {
    if (ts.isImportTypeNode(node)) throw new Error(`a public type is written as ${node.getText()}`);
    if (ts.isIdentifier(node)) {
      const symbol = this.checker.getSymbolAtLocation(node);
      if (symbol !== undefined) this.reach(symbol);
    }
    ts.forEachChild(node, (child) => this.visit(child));
  }
}

/** The statement of a file that a declaration is, or stands in; undefined where it is a part of another one. @param {ts.Declaration} declaration */
function topLevel(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(node.parent ?? node) && ts.isStatement(node) ? node : undefined;
}

/** @param {ts.Statement} statement @param {boolean} exported */
function declarationText(statement, exported) {
  const file = statement.getSourceFile();
  const comments = ts.getLeadingCommentRanges(file.text, statement.pos) ?? [];
  const comment = comments.at(-1);
  const documented =
    comment && file.text.startsWith('/**', comment.pos) ? `${file.text.slice(comment.pos, comment.end)}\n` : '';
  const bare = statement.getText().replace(/^(?:export |declare )*/, '');
  const declared = /^(?:interface|type) /.test(bare) ? bare : `declare ${bare}`;
  return documented + (exported ? 'export ' : '') + declared;
}

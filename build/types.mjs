/**
 * The declarations that users of the library need, in dist/types/: what index.d.ts exports, and of other files the declarations
 * that this is made of. The rest of the house stays out. Says nothing.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const BUILT = 'dist';
const SHIPPED = 'dist/types';

/** The files by their paths: top-level declarations and imports by name, and what of them is needed. */
const files = new Map();

/** Reads a file once. */
function fileAt(path) {
  if (!files.has(path)) files.set(path, readDeclarations(path));
  return files.get(path);
}

function readDeclarations(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** Top-level statements that declare a name: overloads are several. */
  const declared = new Map();
  /** Names of other files, by the name here: `{ from, name }`; of packages as well. */
  const imported = new Map();
  const passedOn = new Map();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = statement.moduleSpecifier.text;
      const { name, namedBindings } = statement.importClause;
      if (name !== undefined) imported.set(name.text, { from, name: 'default' });
      for (const { name: own, propertyName } of namedBindings?.elements ?? [])
        imported.set(own.text, { from, name: (propertyName ?? own).text });
      if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings))
        imported.set(namedBindings.name.text, { from, name: '*' });
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (exportClause === undefined || !ts.isNamedExports(exportClause))
        throw new Error(`${path}: names that are exported one by one, found export *`);
      for (const { name: outer, propertyName, isTypeOnly } of exportClause.elements)
        passedOn.set(outer.text, {
          from: statement.moduleSpecifier?.text,
          name: (propertyName ?? outer).text,
          isType: statement.isTypeOnly || isTypeOnly,
        });
    } else {
      const names = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.text)
        : [statement.name.text];
      for (const name of names) declared.set(name, [...(declared.get(name) ?? []), statement]);
    }
  }
  return {
    path,
    source,
    declared,
    imported,
    passedOn,
    statements: new Set(),
    taken: new Map(),
    given: new Map(),
  };
}

/** Marks what a file exports under a name, and all that this is made of. */
function need(path, outer) {
  const file = fileAt(path);
  const other = file.passedOn.get(outer);
  if (other === undefined && !file.declared.has(outer))
    throw new Error(`${path}: an export named ${outer}, found none`);
  if (other === undefined) return needHere(file, outer);
  if (file.given.has(outer)) return;
  file.given.set(outer, other);
  if (other.from === undefined) needHere(file, other.name);
  else needOf(file, other);
}

/** Marks what another file, or a package, exports under a name. */
function needOf({ path }, { from, name }) {
  if (from.startsWith('.')) need(join(dirname(path), from.replace(/\.js$/, '.d.ts')), name);
}

/** Marks what a name means within a file. */
function needHere(file, name) {
  const other = file.imported.get(name);
  if (other !== undefined) {
    if (file.taken.has(name)) return;
    file.taken.set(name, other);
    needOf(file, other);
  }
  for (const statement of file.declared.get(name) ?? []) {
    if (file.statements.has(statement)) continue;
    file.statements.add(statement);
    needWithin(file, statement);
  }
}

function needWithin(file, node) {
  if (ts.isIdentifier(node)) needHere(file, node.text);
  if (ts.isImportTypeNode(node)) {
    let first = node.qualifier;
    while (ts.isQualifiedName(first)) first = first.left;
    needOf(file, { from: node.argument.literal.text, name: first.text });
  }
  ts.forEachChild(node, (child) => needWithin(file, child));
}

/** What is needed of a file, as the text of one. */
function textOf({ source, statements, taken, given }) {
  const list = (own, { name }) => (own === name ? name : `${name} as ${own}`);
  const imports = [...taken].map(([own, { from, name }]) => {
    const names = name === 'default' ? own : name === '*' ? `* as ${own}` : `{ ${list(own, { name })} }`;
    return `import ${names} from '${from}';\n`;
  });
  const own = [...source.statements].filter((statement) => statements.has(statement));
  const exports = [...given].map(
    ([outer, other]) =>
      `export ${other.isType ? 'type ' : ''}{ ${list(outer, other)} }${other.from === undefined ? '' : ` from '${other.from}'`};\n`,
  );
  const references = source.text.match(/^\/\/\/ .*\n/gm) ?? [];
  return [
    ...references,
    ...imports,
    ...own.map((statement) => statement.getFullText()),
    '\n',
    ...exports,
    'export {};\n',
  ].join('');
}

const index = join(BUILT, 'index.d.ts');
for (const name of [...fileAt(index).passedOn.keys(), ...fileAt(index).declared.keys()]) need(index, name);

rmSync(SHIPPED, { recursive: true, force: true });
for (const file of files.values()) {
  if (file.statements.size === 0 && file.given.size === 0) continue;
  const shipped = join(SHIPPED, relative(BUILT, file.path));
  mkdirSync(dirname(shipped), { recursive: true });
  writeFileSync(shipped, textOf(file));
}

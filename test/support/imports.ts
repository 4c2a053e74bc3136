/** What a TypeScript file imports and which globals it names, read with the compiler's own parser. */
import ts from 'typescript';

/** One import in any form: `import`, `export from`, `import()`, `import('x').Type`, `require`, `import x = require`. */
export interface Import {
  readonly specifier: string;
  /** Whether nothing of it is left after compilation. */
  readonly isType: boolean;
  readonly line: number;
}

/** What one file reaches outside itself. */
export interface Outside {
  readonly imports: readonly Import[];
  /** Names such as `process` or `Math.random` that the file reads from the global object, from a given list. */
  readonly globals: readonly string[];
}

/** Reads the text of a file. Raises an error for an import whose target is not written as a string. */
export function outsideOf(file: string, text: string, globals: readonly string[] = []): Outside {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const named = new Set<string>();

  const add = (node: ts.Node, target: ts.Node | undefined, isType: boolean): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (target === undefined || !ts.isStringLiteralLike(target)) {
      throw new Error(`${file}:${line} imports a name that is not written out: ${node.getText()}`);
    }
    imports.push({ specifier: target.text, isType, line });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, isTypeImport(node.importClause));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node, node.moduleSpecifier, isTypeExport(node));
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && isImportCall(node.expression)) {
      add(node, node.arguments.at(0), false);
    } else if (ts.isExpression(node) && globals.includes(node.getText()) && !isPropertyName(node)) {
      named.add(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { imports, globals: [...named] };
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true;
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return false;
  return exportClause.elements.every((element) => element.isTypeOnly);
}

function isImportCall(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}

/** Whether an identifier is a name inside something else, or of a type: `x.process`, `{ process: 1 }`, `x: Date`. */
function isPropertyName(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    ts.isTypeReferenceNode(parent) ||
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

/** The groups of two and more nodes that can all reach each other (Tarjan 1972). */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    let low = order.get(node)!;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next)!);
    }
    lowest.set(node, low);
    if (low !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

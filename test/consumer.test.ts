/**
 * The package as a program that depends on it sees it: unpacked into a folder of its own, compiled against with all
 * checks of TypeScript, and run.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { Application } from 'typedoc';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const consumer = mkdtempSync(join(tmpdir(), 'takeaway-consumer-'));
const installed = join(consumer, 'node_modules/takeaway');
let tarball = '';

beforeAll(() => {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', consumer];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, options)) as { filename: string }[];
  tarball = join(consumer, filename);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Manifest;
  // As npm would lay them out, without a registry. A driver for another Node may be missing here.
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const source = join(ROOT, 'node_modules', name);
    if (!existsSync(source)) continue;
    const target = join(installed, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(source, target, 'junction');
  }
  mkdirSync(join(consumer, 'node_modules/@types'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(consumer, 'node_modules/@types/node'), 'junction');
  symlinkSync(
    join(ROOT, 'node_modules/undici-types'),
    join(consumer, 'node_modules/undici-types'),
    'junction',
  );
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }\n');
});

afterAll(() => {
  rmSync(consumer, { recursive: true });
});

/** Programs of a consumer: what is written in them has to compile as it stands. */
const PROGRAMS = {
  example: /```ts\n([^]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))![1],
  types: `import {
      analyzeDensity, openStore, type AnalysisResult, type ExportFormat, type MethodName, type Store, type Verification,
    } from 'takeaway';
    await using store = await openStore('storage', { readOnly: true });
    const method: MethodName = 'residue-classes';
    // @ts-expect-error There is no such method.
    const none: MethodName = 'seive';
    const format: ExportFormat = 'csv';
    for await (const batch of store.scan('squares', { columns: ['n', 'cold'] })) {
      const position: bigint = batch.getChild('n').get(0);
      const isCold: boolean = batch.getChild('cold').get(0);
      // @ts-expect-error This column was not asked for.
      batch.getChild('nim_value');
      console.log(position, isCold, method, none, format);
    }
    // Types without a name of their own are reached from those that have one.
    const problems: Verification['problems'][number][] = [];
    const limit: Parameters<Store['periods']>[1] = { limit: 2 ** 20 };
    const density: Extract<AnalysisResult, { analysis: 'density' }> = await analyzeDensity(store, 'squares');
    // @ts-expect-error Where files are kept and chance come from is not for callers to say.
    await openStore('storage', { random: () => 0 });
    console.log(problems.length, limit, density.points.length);`,
};

/** Compiles them in the consumer's folder as strictly as TypeScript can; returns what it says. */
function compile(): string[] {
  const files = Object.entries(PROGRAMS).map(([name, text]) => {
    const file = join(consumer, `${name}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(consumer, 'node_modules/@types')],
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText, file: where }) => {
    return `${where?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

describe('a program that depends on the package', () => {
  it('compiles the example of the README, and knows methods, formats and the columns that are asked for', () => {
    expect(compile()).toEqual([]);
    const output = execFileSync(process.execPath, ['example.js'], { cwd: consumer, encoding: 'utf8' });
    expect(output).toContain(`cold ${2 ** 20}`);
    expect(output).toContain('1000');
  });

  it('can require it', () => {
    const program = `const { mex } = require('takeaway'); console.log(mex([0, 1, 3]));`;
    writeFileSync(join(consumer, 'old.cjs'), program);
    const output = execFileSync(process.execPath, ['old.cjs'], {
      cwd: consumer,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(output).toBe('2\n');
  });

  it('runs the command line', () => {
    const program = join(installed, 'dist/program/main.js');
    const output = execFileSync(process.execPath, [program, 'move', '{1,3,4}', '10'], {
      cwd: consumer,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(output).not.toBe('');
  });
});

describe('the package', () => {
  it('shows no type of a dependency', () => {
    const packages = new Set<string>();
    const seen = new Set<string>();
    const follow = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      for (const { fileName } of importedFiles) {
        if (fileName.startsWith('node:')) continue;
        if (!fileName.startsWith('.')) packages.add(fileName);
        else follow(join(dirname(file), fileName.replace(/\.js$/, '.d.ts')));
      }
    };
    follow(join(installed, 'dist/index.d.ts'));
    expect(seen.size).toBeGreaterThan(20);
    expect([...packages]).toEqual([]);
  });

  it('is well formed by publint and by attw, for modules', async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages).toEqual([]);
    const { types, ...found } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    expect(types).toBeTruthy();
    const problems = 'problems' in found ? found.problems : [];
    // It is a module alone: older ways to resolve it end at its exports, and require() gives a module.
    expect(problems.map(({ kind }) => kind).filter((kind) => kind !== 'NoResolution')).toEqual([
      'CJSResolvesToESM',
    ]);
  });

  it('has documents whose links lead somewhere', () => {
    const documents = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.md') && !path.startsWith('node_modules'),
    );
    expect(documents).toContain('README.md');
    const lost = documents.flatMap((path) => {
      const text = readFileSync(join(installed, path), 'utf8').replaceAll(/```[^]*?```/g, '');
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target.replace(/#.*$/, ''))
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(installed, dirname(path), target)))
        .map((target) => `${path}: ${target}`);
    });
    expect(lost).toEqual([]);
  });

  it('has a docstring for everything it exports', async () => {
    const application = await Application.bootstrapWithPlugins({
      options: join(ROOT, 'typedoc.json'),
      logLevel: 'Warn',
      // `npm run typecheck` has looked for them.
      skipErrorChecking: true,
    });
    const project = await application.convert();
    expect(project).toBeDefined();
    application.validate(project!);
    expect(application.logger.warningCount + application.logger.errorCount).toBe(0);
  });
});

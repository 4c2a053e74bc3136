/**
 * The package as a program that depends on it sees it: unpacked into a folder of its own, compiled against with all
 * checks of TypeScript, and run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build } from 'rolldown';
import { Application } from 'typedoc';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { makeConsumer, PROGRAMS } from './support/consumer.js';

const ROOT = join(import.meta.dirname, '..');

const { folder: consumer, installed, tarball, remove } = makeConsumer();

afterAll(remove);

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
    // Of declarations only ours are checked: a dependency may have its own mistakes.
    skipLibCheck: false,
    typeRoots: [join(consumer, 'node_modules/@types')],
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics]
    .map(({ messageText, file }) => {
      return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    })
    .filter((said) => !said.includes('node_modules/apache-arrow/'));
}

describe('a program that depends on the package', () => {
  it(
    'compiles the example of the README, and knows methods, formats and the columns that are asked for',
    { tags: 'slow' },
    () => {
      expect(compile()).toEqual([]);
      const output = execFileSync(process.execPath, ['example.js'], { cwd: consumer, encoding: 'utf8' });
      expect(output).toContain(`cold ${2 ** 20}`);
      expect(output).toContain('1000');
    },
  );

  it('prints what docs/LIBRARY.md shows', { tags: 'slow' }, () => {
    const output = execFileSync(process.execPath, ['library.js'], { cwd: consumer, encoding: 'utf8' });
    const shown = Array.from(PROGRAMS.library.matchAll(/^\/\/ -> (.*)$/gm), ([, line]) => line);
    expect(shown.length).toBeGreaterThan(10);
    expect(output.trimEnd().split('\n')).toEqual(shown);
  });

  it('can be bundled, with the package left outside', { tags: 'slow' }, async () => {
    await build({
      cwd: consumer,
      input: 'example.js',
      external: ['takeaway'],
      platform: 'node',
      output: { dir: join(consumer, 'bundled'), format: 'esm' },
    });
    const options = { cwd: consumer, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, ['bundled/example.js'], options)).toContain('1000');
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
    follow(join(installed, 'dist/types/index.d.ts'));
    expect(seen.size).toBeGreaterThan(20);
    expect([...packages]).toEqual([]);
  });

  it('is well formed by publint and by attw, for modules', { tags: 'slow' }, async () => {
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

  it('has a docstring for everything it exports', { tags: 'slow' }, async () => {
    const application = await Application.bootstrapWithPlugins({
      options: join(ROOT, 'build/typedoc.json'),
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

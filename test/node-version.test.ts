/** Which Nodes are supported: what the program refuses, which SQLite it loads, and that package.json says the same. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../src/cli/node-version.js';
import { isSqliteError, openSqlite, sqliteVersion } from '../src/store/catalog/sqlite.js';
import { MAIN } from './support/cli.js';
import { temporaryFolder } from './support/temporary.js';

const ROOT = join(import.meta.dirname, '..');

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

interface Locked {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly gypfile?: boolean }>>;
}

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.14.0', '22.23.3', '24.0.0', '24.21.0', '25.1.0', '26.0.0', '100.0.0'])(
    '%s is supported',
    (version) => expect(refusalOf(version)).toBeUndefined(),
  );

  it.each(['12.22.12', '18.20.8', '20.9.0', '20.18.3', '21.7.3', '22.0.0', '22.13.1', '23.11.0', '9.0.0'])(
    '%s is refused in one line that says which to install',
    (version) => {
      expect(refusalOf(version)).toBe(
        `takeaway: Node ${version} cannot run takeaway. Install Node 20.19 or a later 20.x, 22.14 or a later 22.x, or 24.0 or newer, or choose it with your version manager.`,
      );
    },
  );

  it('is what package.json tells npm', () => {
    const { engines } = read('package.json') as { engines: unknown };
    expect(engines).toEqual({ node: '^20.19.0 || ^22.14.0 || >=24.0.0' });
  });

  it('is refused by the built program with exit code 7 before it loads anything', () => {
    const fake = join(temporaryFolder(), 'fake.mjs');
    writeFileSync(fake, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });");
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', fake, MAIN, 'games'], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 7,
      stdout: '',
      stderr: `${refusalOf('18.20.8') ?? ''}\n`,
    });
    expect(readFileSync(MAIN, 'utf8')).not.toMatch(/^import\s|^\s*await\b|[=(;] *await\b/m);
  });
});

describe('WebAssembly', () => {
  it('is named with exit code 7 where the runtime lacks it', () => {
    const words = ['--jitless', MAIN, 'extend', 'squares', '--to', '1000', '--store', temporaryFolder()];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 7, stdout: '' });
    expect(stderr).toContain('has no WebAssembly, which takeaway needs');
  });
});

describe('SQLite', () => {
  it('is version 13 of the driver from Node-API 10 on, version 12 before', () => {
    expect(['8', '9', '10', '11'].map(sqliteVersion)).toEqual(['12', '12', '13', '13']);
    expect(read('node_modules/better-sqlite3/package.json')).toMatchObject({
      version: process.versions.node.startsWith('20.') ? '12.11.1' : '13.2.0',
    });
  });

  it('is one dependency, of which npm takes the version whose engines fit the Node that runs it', () => {
    const { optionalDependencies } = read('package.json') as { optionalDependencies: unknown };
    expect(optionalDependencies).toEqual({ 'better-sqlite3': '12.11.1 || 13.2.0' });
  });

  it.each([
    [
      'of another Node',
      '{"version":"99.0.0"}',
      'version 99.0.0 is installed. Install takeaway again with this Node: npm',
    ],
    [
      'that is missing',
      undefined,
      "which cannot be loaded: Cannot find module 'better-sqlite3/package.json'",
    ],
  ])('%s is refused with exit code 7 before it is loaded', (_, manifest, message) => {
    // The program finds its driver as installed beside it.
    const folder = temporaryFolder();
    for (const file of ['dist', 'migrations', 'package.json'])
      symlinkSync(join(ROOT, file), join(folder, file));
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (name !== 'better-sqlite3')
        symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    if (manifest !== undefined) {
      mkdirSync(join(folder, 'node_modules/better-sqlite3'));
      writeFileSync(join(folder, 'node_modules/better-sqlite3/package.json'), manifest);
    }
    const words = ['--preserve-symlinks', '--preserve-symlinks-main', join(folder, 'dist/program/main.js')];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...words, 'info', '--store', join(folder, 's')],
      {
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toEqual({ status: 7, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('runs, and its errors are known as such', () => {
    const db = openSqlite(':memory:');
    expect(db.prepare('SELECT 6 * 7').pluck().get()).toBe(42);
    let raised: unknown;
    try {
      db.exec('no SQL');
    } catch (error) {
      raised = error;
    }
    expect(isSqliteError(raised)).toBe(true);
    expect(isSqliteError(new Error('other'))).toBe(false);
    db.close();
  });

  it('is installed without a compiler from Node 22 on: the lock file has what `npm run lock` adds', () => {
    const { packages } = read('package-lock.json') as Locked;
    expect(packages['node_modules/better-sqlite3']).toMatchObject({ version: '13.2.0', gypfile: false });
  });
});

describe('the closing line of all runs', () => {
  const close = (reports: readonly string[]): { line: string; status: number | null } => {
    const folder = temporaryFolder();
    const paths = reports.map((text, i) => {
      const path = join(folder, `${i}.json`);
      if (text !== 'missing') writeFileSync(path, text);
      return path;
    });
    const script = join(ROOT, '.ci/closing-line.mjs');
    const { stdout, status } = spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8' });
    return { line: stdout, status };
  };
  const report = (numPassedTests: number, numFailedTests: number, numPendingTests: number): string =>
    JSON.stringify({ success: numFailedTests === 0, numPassedTests, numFailedTests, numPendingTests });

  it('sums the reports', () => {
    expect(close([report(3, 0, 0), report(4, 0, 0)])).toEqual({ line: '7 passed, 0 failed\n', status: 0 });
    expect(close([report(3, 0, 1), report(4, 2, 5)])).toEqual({
      line: '7 passed, 2 failed, 6 skipped\n',
      status: 1,
    });
  });

  it('counts a file that could not be run', () => {
    const file = { name: 'a.test.ts', status: 'failed', message: 'a slip', assertionResults: [] };
    const other = JSON.stringify({ success: false, numPassedTests: 3, testResults: [file] });
    expect(close([report(4, 0, 0), other])).toEqual({
      line: 'failed: a.test.ts\na slip\n7 passed, 1 failed\n',
      status: 1,
    });
  });

  it.each(['missing', '', '{"success":false,"numPassedTests":3}', report(0, 0, 0)])(
    'is a failure with the report %j',
    (other) => {
      expect(close([report(3, 0, 0), other]).status).toBe(1);
    },
  );

  it('is a failure without any report', () => {
    expect(close([])).toEqual({ line: '0 passed, 0 failed\n', status: 1 });
  });
});

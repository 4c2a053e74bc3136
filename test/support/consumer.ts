/** A folder of a program that depends on the package: packed, unpacked and laid out as npm would, without a registry. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blocksOf } from './documents.js';

const ROOT = join(import.meta.dirname, '../..');

export interface Consumer {
  readonly folder: string;
  /** Where the package is unpacked. */
  readonly installed: string;
  readonly tarball: string;
  readonly remove: () => void;
}

/** Packs the package and unpacks it in a new folder, with the dependencies and types that are installed here. */
export function makeConsumer(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-consumer-'));
  const installed = join(folder, 'node_modules/takeaway');
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(
    execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as { filename: string }[];
  const tarball = join(folder, filename);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>;
  const beside = ['@types/node', 'undici-types', 'apache-arrow', '@duckdb/node-api'];
  // A driver for another Node may be missing here.
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...beside]) {
    const source = join(ROOT, 'node_modules', name);
    const target = join(folder, 'node_modules', name);
    if (!existsSync(source)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (!existsSync(target)) symlinkSync(source, target, 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return { folder, installed, tarball, remove: () => rmSync(folder, { recursive: true }) };
}

/** Programs of a consumer: what is written in them has to compile as it stands. */
export const PROGRAMS = {
  example: blocksOf('README.md', 'ts')[0],
  library: blocksOf('docs/LIBRARY.md', 'ts').join(''),
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

/**
 * The static edition: the page with a worker in the place of the server, as a folder that any web server of files can hold
 * under any address.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, refuse } from '../common/errors.js';
import { inBuild } from '../common/package-root.js';
import { sha256 } from '../common/sha256.js';
import { reasonOf } from '../common/system-errors.js';
import { makeDurableDirectory } from '../store/files/durable.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { readBuilt, readPage } from './page-files.js';

/** What was written. */
export interface WrittenEdition {
  readonly files: number;
  readonly bytes: number;
}

/** Characters of the version of an edition. */
const DIGITS = 12;
/** What the engine loads beside its scripts, by the paths in the build. */
const BESIDE = ['kernel/kernels.wasm', 'figures/font/arimo.json'];
/** The packages whose scripts for browsers the engine imports: as they are installed, for the build leaves them out. */
const SCRIPTS = ['vega', 'vega-lite'];

/**
 * Writes the static edition into a folder, which must be new or empty. Raises a usage error for another one, and `io` where the
 * package is not whole or the folder cannot be written.
 */
export async function writeStaticEdition(folder: string): Promise<WrittenEdition> {
  await requireEmpty(folder);
  const files = await filesOfEdition();
  let bytes = 0;
  try {
    const folders = Array.from(files.keys(), (name) => dirname(join(folder, name)));
    await makeDurableDirectory(nodeFileSystem, ...folders);
    for (const [name, content] of files) {
      await writeFile(join(folder, name), content);
      bytes += content.length;
    }
  } catch (error) {
    fail('io', `The folder ${folder}`, 'one that can be written', reasonOf(error), { cause: error });
  }
  return { files: files.size, bytes };
}

/** The files by their names in the folder. */
async function filesOfEdition(): Promise<ReadonlyMap<string, Uint8Array>> {
  const page = await readPage();
  const engine = await readBuilt('explorer/engine/', 'The engine of the static edition');
  for (const path of BESIDE) engine.set(basename(path), new Uint8Array(await readFile(inBuild(path))));
  for (const name of SCRIPTS) engine.set(`${name}.min.js`, await scriptOf(name));
  const files = new Map<string, Uint8Array>();
  for (const [path, { bytes }] of page) if (path !== '/') files.set(path.slice(1), bytes);
  files.set('LICENCES.md', new Uint8Array(await readFile(inBuild('explorer/page/LICENCES.md'))));
  const html = new TextDecoder().decode(page.get('/')!.bytes);
  // Any change of any file changes the version, and with it the addresses of what has no hash in its name.
  const digests = [...engine, ...files].map(([name, bytes]) => `${name} ${sha256(bytes)}`);
  const version = sha256([html, ...digests.sort()].join('\n')).slice(0, DIGITS);
  const script = `engine-${version}/engine.js`;
  for (const [name, bytes] of engine) files.set(`engine-${version}/${name}`, bytes);
  const encoder = new TextEncoder();
  const marked = html.replace('<html', `<html data-engine="${script}" data-version="${version}"`);
  const kept = ['./', ...files.keys()];
  files.set('index.html', encoder.encode(marked));
  // As it is compiled it ends as a module, which not every browser takes for a service worker.
  const offline = await readFile(inBuild('explorer/offline.js'), 'utf8');
  files.set('offline.js', encoder.encode(offline.replace(/^export \{\};$/m, '')));
  files.set('files.json', encoder.encode(JSON.stringify(kept)));
  return files;
}

/** The script for browsers that a package has beside its module. */
async function scriptOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`${name}.min.js`, import.meta.resolve(name))));
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return [];
    refuse(`The folder ${folder}`, 'a folder', reasonOf(error));
  });
  if (found.length === 0) return;
  refuse(`The folder ${folder}`, 'a new or an empty folder', `one with ${found[0]}`, {
    help: 'Name another one, or remove this one first.',
  });
}

/**
 * Writes the static edition: the page with a worker instead of the server, as a folder for any web server of files under any
 * address. Blocks of a store lie alongside as they are in the store.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, refuse } from '../common/errors.js';
import { inBuild } from '../platform/package-root.js';
import { sha256 } from '../common/sha256.js';
import { reasonOf } from '../common/system-errors.js';
import { makeDurableDirectory } from '../store/files/durable.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { randomStream } from '../common/random.js';
import type { Game } from '../index.js';
import {
  encodeNames,
  escapeXml,
  meaningOf,
  MemoryStore,
  ownNames,
  shipBlocks,
  type NamedGame,
} from '../rim.js';
import { cardFiles, startPreview } from './cards.js';
import type { Story } from './contract.js';
import { Games } from './games/games.js';
import { NO_CATALOG } from './games/source.js';
import { readBuilt, readPage } from './page-files.js';

export interface WrittenEdition {
  readonly files: number;
  readonly bytes: number;
}

/** Characters of the version of an edition. */
const DIGITS = 12;
/** Files that the engine loads in addition to its scripts, by their paths in the build. */
const BESIDE = ['kernel/kernels.wasm', 'figures/font/arimo.json'];
/** Packages whose browser scripts the engine imports as they are installed; the build leaves them out. */
const SCRIPTS = ['vega', 'vega-lite'];

/** Bytes of blocks that are cached at the first visit; other blocks are cached when they are read. */
const KEPT_AT_ONCE = 2 ** 24;

/** CPU time for the values of a card, by the cost model. */
const CARD_SECONDS = 2;

/** The blocks to ship. */
export interface Shipped {
  readonly store: string;
  /** All of the store's games if absent. */
  readonly game?: Game | undefined;
}

/**
 * Writes the static edition into a new or empty folder, with blocks of a store if `shipped` names some, and with cards for shared
 * links if it will lie at `site`. Raises a usage error for another folder or if nothing of the game is stored, `corrupt` for
 * damaged blocks, and `io` if the package is incomplete or the folder cannot be written.
 */
export async function writeStaticEdition(
  folder: string,
  shipped?: Shipped,
  site?: string,
): Promise<WrittenEdition> {
  await requireEmpty(folder);
  const sizes = new Map<string, number>();
  const write = async (name: string, content: Uint8Array): Promise<void> => {
    const path = join(folder, name);
    try {
      await makeDurableDirectory(nodeFileSystem, dirname(path));
      await writeFile(path, content);
    } catch (error) {
      fail(
        'io',
        'The folder {folder} cannot be written: {reason}. Choose another one.',
        { folder, reason: reasonOf(error) },
        { cause: error },
      );
    }
    sizes.set(name, content.length);
  };
  const rows =
    shipped === undefined
      ? []
      : await shipBlocks(shipped.store, shipped.game?.key, (path, file) => write(`blocks/${path}`, file));
  const keys = new Set(rows.map(({ game }) => game.key));
  const all = shipped === undefined ? [] : await ownNames(shipped.store);
  const names = new Map([...all].filter(([, { key }]) => keys.has(key)));
  let left = KEPT_AT_ONCE;
  const blocks = [...sizes].sort(([, a], [, b]) => a - b).filter(([, size]) => (left -= size) >= 0);
  const files = await filesOfEdition(
    [
      ['blocks.json', new TextEncoder().encode(JSON.stringify(rows))],
      ['names.json', encodeNames(names)],
    ],
    blocks.map(([name]) => name),
    site,
  );
  if (site !== undefined) {
    const stories = JSON.parse(await readFile(inBuild('explorer/stories.json'), 'utf8')) as readonly Story[];
    for await (const [name, content] of cardFiles(site, gamesNamed(names), stories))
      await write(name, content);
  }
  for (const [name, content] of files) await write(name, content);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { files: sizes.size, bytes };
}

/** Returns the games of the page, computed in memory. */
function gamesNamed(names: ReadonlyMap<string, NamedGame>): Games {
  const store = MemoryStore.create('the cards', randomStream(0), { seconds: CARD_SECONDS });
  return new Games({
    folder: 'the cards',
    version: () => Promise.resolve({ catalog: NO_CATALOG, version: NO_CATALOG }),
    open: () => Promise.resolve(store),
    names: () => Promise.resolve(names),
    meant: (text) => Promise.resolve(meaningOf(text, 'the cards', names)),
  });
}

/**
 * Returns the files except blocks and cards by name, the page last. `beside` go with the engine; `blocks` are cached at the first
 * visit.
 */
async function filesOfEdition(
  beside: readonly (readonly [name: string, content: Uint8Array])[],
  blocks: readonly string[],
  site: string | undefined,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const encoder = new TextEncoder();
  const page = await readPage();
  const built = await readBuilt('explorer/engine/', 'The engine of the static edition');
  const engine = new Map<string, Uint8Array>([...built, ...beside]);
  for (const path of BESIDE) engine.set(basename(path), new Uint8Array(await readFile(inBuild(path))));
  for (const name of SCRIPTS) engine.set(`${name}.min.js`, await scriptOf(name));
  const files = new Map<string, Uint8Array>();
  for (const [path, { bytes }] of page) if (path !== '/') files.set(path.slice(1), bytes);
  files.set('LICENCES.md', new Uint8Array(await readFile(inBuild('explorer/page/LICENCES.md'))));
  const bare = new TextDecoder().decode(page.get('/')!.bytes);
  const html =
    site === undefined
      ? bare
      : bare
          .replace('<html', `<html data-site="${escapeXml(site)}"`)
          .replace('</title>', `</title>\n    ${startPreview(site)}`);
  // Any change of any file changes the version, and so the addresses of files without a hash in their names.
  const digests = [...engine, ...files].map(([name, bytes]) => `${name} ${sha256(bytes)}`);
  const version = sha256([html, ...digests.sort()].join('\n')).slice(0, DIGITS);
  const script = `engine-${version}/engine.js`;
  for (const [name, bytes] of engine) files.set(`engine-${version}/${name}`, bytes);
  const marked = html.replace('<html', `<html data-engine="${script}" data-version="${version}"`);
  const kept = ['./', ...files.keys(), ...blocks];
  // The compiled script ends as a module, which some browsers refuse as a service worker.
  const offline = await readFile(inBuild('explorer/offline.js'), 'utf8');
  files.set('offline.js', encoder.encode(offline.replace(/^export \{\};$/m, '')));
  files.set('files.json', encoder.encode(JSON.stringify(kept)));
  files.set('index.html', encoder.encode(marked));
  return files;
}

/** Returns the browser script that a package has alongside its module. */
async function scriptOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`${name}.min.js`, import.meta.resolve(name))));
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return [];
    refuse('The folder {folder} cannot be used: {reason}. Choose another one.', {
      folder,
      reason: reasonOf(error),
    });
  });
  if (found.length === 0) return;
  refuse('The folder {folder} is not empty: it has {found}. Choose another one, or remove this one first.', {
    folder,
    found: found[0],
  });
}

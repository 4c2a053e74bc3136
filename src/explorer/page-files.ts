/** The built page in memory, with the address of each file: nothing else of the disk can be asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { fail } from '../common/errors.js';
import { inBuild } from '../common/package-root.js';

/** A file of the page. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Whether its name changes with its content. */
  readonly isImmutable: boolean;
}

const TYPES: Readonly<Partial<Record<string, string>>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The files by address, `/` among them. Raises `io` where the page was not built. */
export async function readPage(): Promise<ReadonlyMap<string, PageFile>> {
  const folder = inBuild('explorer/page/');
  const files = new Map<string, PageFile>();
  let names: string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch (error) {
    fail('io', 'The page of the explorer', `its files in ${folder.pathname}`, 'none', {
      help: 'The package is not whole, or was not built.',
      cause: error,
    });
  }
  for (const name of names.map((each) => each.replaceAll('\\', '/'))) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const bytes = new Uint8Array(await readFile(new URL(name, folder)));
    const path = name === 'index.html' ? '/' : `/${name}`;
    files.set(path, { bytes, type, isImmutable: name.startsWith('assets/') });
  }
  return files;
}

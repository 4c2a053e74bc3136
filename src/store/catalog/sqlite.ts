/**
 * The SQLite driver for the running Node: better-sqlite3 13 with Node-API 10 (Node 22.14 and newer), 12 on Node 20. Version 13 ends
 * the process on an older Node, version 12 aborts on Node 24, so the version is checked before loading. npm installs the one that
 * fits its Node (docs/ARCHITECTURE.md). Loaded at first use.
 */
import type Database from 'better-sqlite3';
import { createRequire } from 'node:module';
import { fail, messageOf, TakeawayError } from '../../common/errors.js';
import { admitDatabase } from './admission.js';

/** Returns the major version of better-sqlite3 for a Node-API version (`process.versions.napi`). */
export function sqliteVersion(napi: string | undefined): '12' | '13' {
  return Number(napi) >= 10 ? '13' : '12';
}

/** Reason and remedy for a missing driver on Node 20, where npm omits one that failed to compile. */
const COMPILED =
  'On Node 20, npm compiles it where no prebuilt one can be downloaded, and leaves it out if that fails: because no C++ ' +
  'compiler was found (build-essential on Debian), because the headers of Node could not be downloaded, or because ' +
  'install scripts or optional dependencies were switched off. Mend that and install takeaway again, or use Node 22.14 ' +
  'or newer, where nothing is compiled.';

const MISSING = 'Install takeaway again with this Node, with its optional dependencies.';

const OTHER_NODE =
  'Install takeaway again with this Node: npm chooses the version. If your project depends on better-sqlite3 itself, ask for that version there.';

let driver: typeof Database | undefined;

const IN_MEMORY = ':memory:';

/**
 * Opens an SQLite file, or an empty database for `:memory:`. Raises `corrupt` for a file that is not admitted, which SQLite never
 * sees, and `incompatible` without a driver.
 */
export function openSqlite(path: string, options: Database.Options = {}): Database.Database {
  if (path !== IN_MEMORY) admitDatabase(path, options.readonly === true ? 'reading' : 'writing');
  driver ??= loadDriver();
  return new driver(path, options);
}

export function isSqliteError(error: unknown): error is InstanceType<Database.SqliteError> {
  return driver !== undefined && error instanceof driver.SqliteError;
}

function loadDriver(): typeof Database {
  const needed = sqliteVersion(process.versions.napi);
  const load = createRequire(import.meta.url);
  const refuse = (reason: string, advice: string, cause?: unknown): never =>
    fail(
      'incompatible',
      `Node {node} needs better-sqlite3 {needed}, which cannot be loaded: {reason}. ${advice}`,
      { node: process.versions.node, needed, reason },
      { cause },
    );
  try {
    const { version } = load('better-sqlite3/package.json') as { readonly version: string };
    if (!version.startsWith(`${needed}.`)) return refuse(`version ${version} is installed`, OTHER_NODE);
    const found = load('better-sqlite3') as typeof Database;
    // The first database loads the native part, which may be missing.
    new found(IN_MEMORY).close();
    return found;
  } catch (error) {
    if (error instanceof TakeawayError) throw error;
    return refuse(messageOf(error).split('\n', 1)[0], needed === '12' ? COMPILED : MISSING, error);
  }
}

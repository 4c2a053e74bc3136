/**
 * SQLite for the Node that runs: better-sqlite3 13 where there is Node-API 10 (Node 22.14 and newer), 12 on Node 20.
 * Version 13 ends the process on an older Node, version 12 aborts on Node 24. Both are optional dependencies, of which
 * npm installs the one that fits (docs/ARCHITECTURE.md), so the driver is looked for when it is first used.
 */
import type Database from 'better-sqlite3';
import { createRequire } from 'node:module';
import { fail, messageOf } from '../../common/errors.js';
import { admitDatabase } from './admission.js';

/** The package for a runtime with this Node-API version, which is `process.versions.napi`. */
export function sqliteDriver(napi: string | undefined): 'better-sqlite3' | 'better-sqlite3-node20' {
  return Number(napi) >= 10 ? 'better-sqlite3' : 'better-sqlite3-node20';
}

/** Why there may be no driver on Node 20, where npm leaves out one that could not be compiled. */
const COMPILED =
  'Where no prebuilt one can be downloaded for Node 20, it is compiled, and left out if that fails. ' +
  'If takeaway was installed with this Node and its optional dependencies, a C++ compiler was missing: install one ' +
  '(build-essential on Debian) and then takeaway again, or use Node 22.14 or newer. Otherwise install takeaway again, ' +
  'and let its install scripts run.';

let driver: typeof Database | undefined;

const IN_MEMORY = ':memory:';

/**
 * Opens an SQLite file, or an empty database in memory for `:memory:`. Raises `corrupt` for a file that is not admitted,
 * which SQLite never sees, and `incompatible` without a driver.
 */
export function openSqlite(path: string, options: Database.Options = {}): Database.Database {
  if (path !== IN_MEMORY) admitDatabase(path, options.readonly === true ? 'reading' : 'writing');
  driver ??= loadDriver();
  return new driver(path, options);
}

/** Whether SQLite raised `error`. */
export function isSqliteError(error: unknown): error is InstanceType<Database.SqliteError> {
  return driver !== undefined && error instanceof driver.SqliteError;
}

function loadDriver(): typeof Database {
  const name = sqliteDriver(process.versions.napi);
  try {
    const found = createRequire(import.meta.url)(name) as typeof Database;
    // The native part is loaded with the first database: one that was never built shows here.
    new found(IN_MEMORY).close();
    return found;
  } catch (error) {
    fail(
      'incompatible',
      `SQLite for Node ${process.versions.node}`,
      `the package ${name}`,
      messageOf(error).split('\n', 1)[0],
      {
        help:
          name === 'better-sqlite3-node20'
            ? COMPILED
            : 'Install takeaway again with this Node, with its optional dependencies.',
        cause: error,
      },
    );
  }
}

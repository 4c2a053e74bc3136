/** Where a Redis is: a URL, with the prefix of all our keys. It may hold a password, so messages show only `shown`. */
import { usageError } from '../../common/errors.js';

/** A Redis, as a URL says it. */
export interface RedisAddress {
  /** Host, port and database, fit to be shown. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly isEncrypted: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** All keys begin with this and a colon. */
  readonly prefix: string;
}

const DEFAULT_PORT = 6379;
const DEFAULT_PREFIX = 'takeaway';
const MOST_DATABASES = 1024;

/** Reads `redis://user:password@host:port/database?prefix=NAME`, or `rediss:` for TLS. Raises a usage error. */
export function redisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw refused('redis://host:port or rediss://host:port', 'another text');
  }
  const path = url.pathname.replace(/^\//, '');
  const database = path === '' ? 0 : Number(path);
  if (!Number.isInteger(database) || database < 0 || database >= MOST_DATABASES) {
    throw refused('the number of a database after the host', `/${path}`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'prefix');
  if (unknown !== undefined) throw refused('no parameter but prefix', unknown);
  const prefix = url.searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!/^[\w.-]{1,64}$/.test(prefix)) {
    throw refused('a prefix of 1 to 64 letters, digits, dots, hyphens and underscores', 'another one');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    shown: `${url.hostname}:${port}${database === 0 ? '' : `/${database}`}`,
    host,
    port,
    database,
    isEncrypted: url.protocol === 'rediss:',
    username: textOf(url.username),
    password: textOf(url.password),
    prefix,
  };
}

function textOf(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused('a user and a password with % written as %25', 'another text');
  }
}

/** The text itself is not repeated: it may hold a password. */
function refused(expected: string, found: string): Error {
  return usageError({ subject: 'The URL of the Redis', expected, found });
}

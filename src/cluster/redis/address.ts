/** The address of a Redis: a URL, with the prefix of all our keys. It may hold a password, so messages use only `shown`. */
import { isIP } from 'node:net';
import type { RedisOptions } from 'ioredis';
import { failure } from '../../common/errors.js';

export interface RedisAddress {
  /** Host, port and database, without secrets. */
  readonly shown: string;
  /** All keys begin with this and a colon. */
  readonly prefix: string;
  readonly client: Pick<RedisOptions, 'host' | 'port' | 'db' | 'username' | 'password' | 'tls'>;
}

const DEFAULT_PORT = 6379;
const DEFAULT_PREFIX = 'takeaway';
const MAX_DATABASES = 1024;

/** Reads `redis://user:password@host:port/database?prefix=NAME`, or `rediss:` for TLS. Raises a usage error. */
export function redisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw refused('cannot be read', 'Write it as redis://localhost:6379, or rediss:// for TLS');
  }
  const path = url.pathname.replace(/^\//, '');
  const database = path === '' ? 0 : Number(path);
  if (!Number.isInteger(database) || database < 0 || database >= MAX_DATABASES) {
    throw refused(`has "${path}" for a database`, `Write a number below ${MAX_DATABASES} after the host`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'prefix');
  if (unknown !== undefined) throw refused(`has the parameter "${unknown}"`, 'Only prefix is one');
  const prefix = url.searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!/^[\w.-]{1,64}$/.test(prefix)) {
    throw refused('has a wrong prefix', 'Use 1 to 64 letters, digits, dots, hyphens and underscores');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    shown: `${url.hostname}:${port}${database === 0 ? '' : `/${database}`}`,
    prefix,
    client: {
      ...{ host, port, db: database },
      ...(url.username !== '' && { username: textOf(url.username) }),
      ...(url.password !== '' && { password: textOf(url.password) }),
      // SNI takes a host name; for an IP address there is none to send.
      ...(url.protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
    },
  };
}

function textOf(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused('has a wrong user or password', 'Write % as %25 in them');
  }
}

/** The text is not quoted: it may hold a password. */
function refused(problem: string, advice: string): Error {
  return failure('usage', `The URL of the Redis ${problem}. ${advice}.`);
}

/**
 * Whether a Redis is set up so that a run can rely on it: its version, that it can be written to, that it throws nothing away
 * when it is full, and that it has room.
 */
import type { Redis } from 'ioredis';
import { fail, messageOf } from '../../common/errors.js';
import type { RedisAddress } from './address.js';

const LEAST_VERSION = 7;
/** What jobs and their payloads take at a time, with room to spare. */
const LEAST_ROOM = 32 * 2 ** 20;

/** Raises `incompatible` when the server cannot be used as it is. */
export async function checkServer(redis: Redis, { shown }: RedisAddress): Promise<void> {
  const facts = await factsOf(redis, shown);
  const refuse = (what: string, expected: string, found: string, help: string): never => {
    fail('incompatible', `${what} of the Redis at ${shown}`, expected, found, { help });
  };
  const version = facts.get('redis_version') ?? 'none';
  if (!(Number.parseInt(version, 10) >= LEAST_VERSION)) {
    refuse('The version', `${LEAST_VERSION}.0 or newer`, version, 'Use a newer Redis.');
  }
  if (facts.get('slave_read_only') === '1')
    refuse('The role', 'one that can be written to', 'a replica that is read-only', 'Use its master.');
  const policy = facts.get('maxmemory_policy') ?? 'none';
  if (policy !== 'noeviction') {
    refuse(
      'The maxmemory-policy',
      'noeviction, as any other lets jobs disappear',
      policy,
      'Set "maxmemory-policy noeviction" in its configuration.',
    );
  }
  const most = Number(facts.get('maxmemory') ?? 0);
  const room = most - Number(facts.get('used_memory') ?? 0);
  if (most > 0 && room < LEAST_ROOM) {
    const mebibytes = (bytes: number): string => `${Math.max(0, Math.floor(bytes / 2 ** 20))} MiB`;
    const expected = `at least ${mebibytes(LEAST_ROOM)} free`;
    refuse('The maxmemory', expected, `${mebibytes(room)} of ${mebibytes(most)}`, 'Give it more memory.');
  }
}

/** What the server says of itself. */
async function factsOf(redis: Redis, shown: string): Promise<ReadonlyMap<string, string>> {
  let text: string;
  try {
    text = await redis.info();
  } catch (error) {
    fail(
      'io',
      `The user at the Redis at ${shown}`,
      'permission for INFO, which is how its settings are checked',
      messageOf(error),
      { cause: error },
    );
  }
  const pairs = text.split('\r\n').map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return new Map(pairs);
}

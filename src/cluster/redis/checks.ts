/** Requirements of a Redis that a run can rely on: version, write access, no eviction, and free memory. */
import type { Redis } from 'ioredis';
import { fail, messageOf, type Facts } from '../../common/errors.js';
import type { RedisAddress } from './address.js';

const MIN_VERSION = 7;
/** Jobs and their payloads under way, with a margin. */
const MIN_FREE_BYTES = 32 * 2 ** 20;

/** Raises `incompatible` if the server cannot be used as it is. */
export async function checkServer(redis: Redis, { shown }: RedisAddress): Promise<void> {
  const info = await redis
    .info()
    .catch((error: unknown) =>
      fail(
        'io',
        'The user at the Redis at {redis} may not ask for its settings: {reason}. Allow it the command INFO.',
        { redis: shown, reason: messageOf(error) },
        { cause: error },
      ),
    );
  const refuse = (text: string, found?: Facts): never =>
    fail('incompatible', text, { redis: shown, ...found });
  const version = infoField(info, 'redis_version') ?? 'none';
  if (!(Number.parseInt(version, 10) >= MIN_VERSION))
    refuse('The Redis at {redis} has version {version}. Use version {least}.0 or newer.', {
      ...{ version, least: MIN_VERSION },
    });
  if (infoField(info, 'slave_read_only') === '1')
    refuse('The Redis at {redis} is a replica, which only reads. Use its master.');
  const policy = infoField(info, 'maxmemory_policy') ?? 'none';
  if (policy !== 'noeviction')
    refuse(
      'The Redis at {redis} has the maxmemory-policy {policy}, which lets jobs disappear. Set "maxmemory-policy noeviction" in its configuration.',
      { policy },
    );
  const most = Number(infoField(info, 'maxmemory') ?? 0);
  const room = most - Number(infoField(info, 'used_memory') ?? 0);
  if (most === 0 || room >= MIN_FREE_BYTES) return;
  const mebibytes = (bytes: number): string => `${Math.max(0, Math.floor(bytes / 2 ** 20))} MiB`;
  refuse(
    'The Redis at {redis} has {room} free of {most}. Give it more memory: at least {least} must be free.',
    { room: mebibytes(room), most: mebibytes(most), least: mebibytes(MIN_FREE_BYTES) },
  );
}

/** Returns a field of the answer to INFO. */
export function infoField(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

/** A checked connection to a Redis, which reconnects by itself and reports every error. Only this file loads ioredis. */
import type { Redis } from 'ioredis';
import { failure, messageOf, TakeawayError } from '../../common/errors.js';
import { pause, unlessAborted } from '../../common/stoppable.js';
import type { RedisAddress } from './address.js';
import { checkServer } from './checks.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** A connection counts as lost if an answer is due and nothing arrives for this long: a network may fall silent. */
const SILENT_MS = 20_000;
/** A Redis that is unreachable for this long is given up. */
const MAX_LOST_MS = 60_000;
const MAX_RETRY_MS = 2_000;
const WATCH_MS = 1_000;
const CLEANUP_TIMEOUT_MS = 5_000;
/** Different errors that are remembered: each is reported once per loss of the connection. */
const MAX_REPORTED_ERRORS = 100;
/** Delay before an error of one client is reported, unless the connection is lost by then. */
const REPORT_DELAY_MS = 1_000;
/** Errors of a network or a server that may still start. All others require an action by the user. */
const NOT_THERE_YET =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|Socket timeout|LOADING/;
const SILENCE = /^Socket timeout/;

export const NOT_PERMITTED =
  'The user at the Redis at {redis} may not use all keys with the prefix {prefix}: {reason}.';

/** Signs of unmet requirements, with help for a Redis that never worked. The last entry matches every error. */
const UNREACHABLE: readonly (readonly [sign: RegExp, problem: string, help: string])[] = [
  [/NOPERM/, NOT_PERMITTED, 'Give the user this permission.'],
  [
    /WRONGPASS|NOAUTH/,
    'The Redis at {redis} does not accept the user or the password: {reason}.',
    'Give them in its URL: redis://user:password@host:port.',
  ],
  [
    /certificate/i,
    'This machine does not trust the certificate of the Redis at {redis}: {reason}.',
    'For a private authority, set NODE_EXTRA_CA_CERTS to its file.',
  ],
  [
    /(?:)/,
    'There is no connection to the Redis at {redis}: {reason}.',
    'Start a Redis there, or give the URL of another one.',
  ],
];

export interface ConnectionOptions {
  /** Called with each error, once until the connection is lost and back. */
  readonly onError?: ((reason: string) => void) | undefined;
  /** Called when the connection is lost, and when it is back. */
  readonly onChange?: ((isThere: boolean, reason: string) => void) | undefined;
  /** Called when the connection was lost for too long; then every call fails. If absent, it waits without limit. */
  readonly onGiveUp?: ((error: TakeawayError) => void) | undefined;
}

export class Connection {
  readonly address: RedisAddress;
  readonly redis: Redis;
  readonly #how: ConnectionOptions;
  readonly #reported = new Set<string>();
  #lostAt: number | undefined;
  #lastError: string | undefined;
  #isOpen = false;
  #watching: NodeJS.Timeout | undefined;
  readonly #over: Promise<never>;
  #giveUp: (error: TakeawayError) => void = () => undefined;

  private constructor(address: RedisAddress, client: typeof Redis, how: ConnectionOptions) {
    this.address = address;
    this.#how = how;
    this.#over = new Promise((_, reject) => (this.#giveUp = reject));
    this.#over.catch(() => undefined);
    this.redis = new client({
      ...{
        ...address.client,
        lazyConnect: true,
        connectTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENT_MS,
      },
      // Commands wait without limit: `onGiveUp` ends them.
      maxRetriesPerRequest: null,
      retryStrategy: (times) => (this.#isOpen ? Math.min(50 * 2 ** Math.min(times, 10), MAX_RETRY_MS) : null),
    });
    this.redis.on('error', (error: Error) => {
      this.#lastError = reasonOf(error);
      this.tell(error);
    });
    this.redis.on('close', () => {
      if (!this.#isOpen || this.#lostAt !== undefined) return;
      const reason = this.#lastError ?? 'it was closed';
      // A silent connection has been lost since it fell silent.
      this.#lostAt = performance.now() - (SILENCE.test(reason) ? SILENT_MS : 0);
      how.onChange?.(false, reason);
    });
    this.redis.on('ready', () => {
      const wasLost = this.#lostAt !== undefined;
      this.#lostAt = undefined;
      this.#lastError = undefined;
      this.#reported.clear();
      if (wasLost) how.onChange?.(true, '');
    });
  }

  /** Connects and checks the server. Raises `io` if there is none, `incompatible` if its settings are unsuitable. */
  static async open(address: RedisAddress, options: ConnectionOptions = {}): Promise<Connection> {
    const { Redis: client } = await import('ioredis');
    const connection = new Connection(address, client, options);
    try {
      await connection.redis.connect();
      await checkServer(connection.redis, address);
      // The user may be limited to keys of another prefix, or to reading.
      await connection.redis.set(connection.key('tried'), '', 'PX', 1);
      connection.#isOpen = true;
      connection.#watch();
    } catch (error) {
      connection.close();
      throw error instanceof TakeawayError
        ? error
        : connection.#unreachable(connection.#lastError ?? messageOf(error), error);
    }
    return connection;
  }

  /** Opens a connection once the server is up; `onWait` gets the reason once. Undefined if the signal is aborted. */
  static async await(
    address: RedisAddress,
    options: ConnectionOptions,
    signal: AbortSignal,
    onWait: (reason: string) => void,
  ): Promise<Connection | undefined> {
    for (let tries = 0; !signal.aborted; tries++) {
      const opening = Connection.open(address, options);
      try {
        const opened = await unlessAborted(opening, signal);
        if (opened !== undefined) return opened;
        void opening.then(
          (late) => late.close(),
          () => undefined,
        );
      } catch (error) {
        const reason = error instanceof TakeawayError ? String(error.facts.reason ?? '') : '';
        if (!NOT_THERE_YET.test(reason)) throw error;
        if (tries === 0) onWait(reason);
        await pause(MAX_RETRY_MS, signal);
      }
    }
    return undefined;
  }

  /** Milliseconds since the connection was lost; 0 while it is connected. */
  get lostFor(): number {
    return this.#lostAt === undefined ? 0 : Math.max(1, performance.now() - this.#lostAt);
  }

  /** Reports an error once until the connection is lost and back. */
  tell(error: unknown): void {
    const reason = reasonOf(error);
    const say = (): void => {
      if (!this.#isOpen || this.#reported.has(reason) || this.#reported.size >= MAX_REPORTED_ERRORS) return;
      this.#reported.add(reason);
      this.#how.onError?.(reason);
    };
    if (!isOfConnection(reason)) say();
    // A lost connection is reported once, although each of its clients raises errors.
    else setTimeout(() => this.#lostAt === undefined && say(), REPORT_DELAY_MS).unref();
  }

  /** Settles as a promise does, or with the error of a connection that is given up, as commands may then never settle. */
  async orLost<Value>(promise: Promise<Value>): Promise<Value> {
    promise.catch(() => undefined);
    return Promise.race([promise, this.#over]);
  }

  key(...parts: readonly string[]): string {
    return [this.address.prefix, ...parts].join(':');
  }

  /** Runs cleanup within a time limit; skipped without a connection. */
  async cleanUp(actions: () => Promise<unknown>): Promise<void> {
    if (this.#lostAt !== undefined || !this.#isOpen) return;
    const done = new AbortController();
    const cleaning = actions().catch((error: unknown) => this.tell(error));
    void cleaning.finally(() => done.abort());
    await pause(CLEANUP_TIMEOUT_MS, done.signal);
  }

  /** Ends the client for good. Its duplicates do not reconnect. */
  close(): void {
    this.#isOpen = false;
    clearInterval(this.#watching);
    this.redis.options.retryStrategy = () => null;
    this.redis.disconnect();
  }

  /** Returns the error for a Redis that cannot be used any more; `help` is for one that never worked. */
  error(problem: string, reason: string, cause: unknown, help = ''): TakeawayError {
    return failure(
      'io',
      `${problem} ${this.#isOpen ? 'What is done is kept.' : help}`,
      { redis: this.address.shown, prefix: this.address.prefix, reason: reason.replace(/\.$/, '') },
      { remedy: this.#isOpen ? { do: 'retry' } : undefined, cause },
    );
  }

  #watch(): void {
    const { onGiveUp } = this.#how;
    if (onGiveUp === undefined) return;
    this.#watching = setInterval(() => {
      if (this.lostFor <= MAX_LOST_MS) return;
      const error = this.#unreachable(this.#lastError ?? 'none', undefined);
      this.close();
      this.#giveUp(error);
      onGiveUp(error);
    }, WATCH_MS);
  }

  #unreachable(found: string, cause: unknown): TakeawayError {
    const [, problem, help] = UNREACHABLE.find(([sign]) => sign.test(found))!;
    return this.error(problem, found, cause, help);
  }
}

/** Returns the message of an error, or its code: an AggregateError of several addresses has no message. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message === '' && error instanceof Error && 'code' in error ? String(error.code) : message;
}

/** Returns whether an error only means that there is no connection. */
function isOfConnection(reason: string): boolean {
  return NOT_THERE_YET.test(reason) || /Connection is closed|connection close/i.test(reason);
}

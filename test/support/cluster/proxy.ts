/** A network between a Redis and whoever uses it, which can fall silent without a word, or change bytes on the way. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

const proxies: Proxy[] = [];

afterAll(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** A way to a port of this machine. */
export class Proxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isFrozen = false;
  /** What becomes of bytes on their way to the server. */
  change: (bytes: Buffer) => Buffer = (bytes) => bytes;

  private constructor(port: number) {
    this.#server = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes: Buffer) => {
          // A network that is frozen takes bytes and gives none, and says nothing of connections that end.
          if (!this.#isFrozen) to.write(from === client ? this.change(bytes) : bytes);
        });
        from.on('close', () => {
          this.#sockets.delete(from);
          if (!this.#isFrozen) to.destroy();
        });
        from.on('error', () => undefined);
      }
    });
  }

  static async to(port: number): Promise<Proxy> {
    const proxy = new Proxy(port);
    proxies.push(proxy);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Falls silent: connections stay, and new ones are taken, but nothing gets through. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** Lets new connections through; those that were frozen are of no use any more. */
  thaw(): void {
    this.#isFrozen = false;
    this.cut();
  }

  /** Ends all connections; new ones may be made at once. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Connections that are open on either side. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Firefox for tests, where Debian's is installed, by its own protocol: Marionette, lines of JSON with their lengths over TCP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

const FIREFOX = process.env['TAKEAWAY_TEST_FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Why there is no Firefox; undefined where there is one. */
export const NO_FIREFOX = existsSync(FIREFOX) ? undefined : `no browser at ${FIREFOX}`;

/** It asks nobody anything, and shares no profile. */
const PREFERENCES = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'data:,',
  'app.update.disabledForTesting': true,
};

/** A window of Firefox, which ends with its test. */
export class Firefox {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: readonly [error: unknown, result: unknown]) => void>();
  #heard = Buffer.alloc(0);
  #asked = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
  }

  static async open({ width, height }: { width: number; height: number }): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'takeaway-test-'));
    onTestFinished(() => rm(profile, { recursive: true, force: true }));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(profile, 'user.js'), lines.join('\n'));
    const words = ['--headless', '--no-remote', '--marionette', '--profile', profile];
    const child: ChildProcess = spawn(FIREFOX, words, {
      stdio: 'ignore',
      env: { ...process.env, HOME: profile },
    });
    onTestFinished(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const port = await vi.waitFor(
      async () => {
        const text = await readFile(join(profile, 'MarionetteActivePort'), 'utf8');
        if (!/^\d+$/.test(text)) throw new Error('no port yet');
        return Number(text);
      },
      { timeout: 60_000 },
    );
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    const firefox = new Firefox(socket);
    await firefox.#ask('WebDriver:NewSession', { strictFileInteractability: true });
    await firefox.#ask('WebDriver:SetWindowRect', { width, height });
    return firefox;
  }

  /** Goes to an address, and waits for what it shows. */
  async goTo(url: string, shown: string): Promise<void> {
    await this.#ask('WebDriver:Navigate', { url });
    await this.until(`return document.querySelector(${JSON.stringify(shown)}) !== null`);
  }

  /** What the body of a function returns in the page. */
  async run(body: string): Promise<unknown> {
    const { value } = (await this.#ask('WebDriver:ExecuteScript', { script: body, args: [] })) as {
      value: unknown;
    };
    return value;
  }

  /** Waits until the body of a function returns true in the page. */
  until(body: string): Promise<void> {
    const holds = async (): Promise<void> => {
      if ((await this.run(body)) !== true) throw new Error(`not yet: ${body}`);
    };
    return vi.waitFor(holds, { timeout: 60_000 });
  }

  /** Clicks the first element of a selector as a person would. */
  async click(selector: string): Promise<void> {
    const found = await this.#ask('WebDriver:FindElement', { using: 'css selector', value: selector });
    const [id] = Object.values((found as { value: Record<string, string> }).value);
    await this.#ask('WebDriver:ElementClick', { id });
  }

  #ask(command: string, parameters: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, ([error, result]) =>
        error === null ? resolve(result) : reject(new Error(`${command}: ${JSON.stringify(error)}`)),
      );
      const text = JSON.stringify([0, id, command, parameters]);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  #hear(bytes: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, bytes]);
    for (;;) {
      const colon = this.#heard.indexOf(':');
      const end = colon + 1 + Number(this.#heard.toString('latin1', 0, colon));
      if (colon < 0 || this.#heard.length < end) return;
      const message = JSON.parse(this.#heard.toString('utf8', colon + 1, end)) as unknown;
      this.#heard = this.#heard.subarray(end);
      // The first one says who speaks.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, unknown, unknown];
      this.#waiting.get(id)?.([error, result]);
      this.#waiting.delete(id);
    }
  }
}

/** Processes beside this one: what is asked and answered, how their memory is bounded, and how they end. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { AskingProcess, TooMuchMemoryError } from '../../src/processes/beside.js';

interface Told {
  readonly grow?: number;
  readonly exit?: number;
  readonly ask?: Uint8Array;
  readonly wait?: boolean;
}
interface Said {
  readonly pid: number;
  readonly answer?: unknown;
  readonly isStopped: boolean;
  readonly grown: number;
}
interface Scripted {
  readonly request: Told;
  readonly result: Said;
  readonly question: Uint8Array;
  readonly answer: Uint8Array;
}

const started: AskingProcess<Scripted>[] = [];
const start = (): AskingProcess<Scripted> => {
  const work = new AskingProcess<Scripted>(new URL('script.mjs', import.meta.url));
  started.push(work);
  return work;
};
afterEach(() => Promise.all(started.splice(0).map((work) => work.end())));

const doubled = (bytes: Uint8Array): Promise<Uint8Array> => Promise.resolve(bytes.map((byte) => 2 * byte));
/** Whether a process runs. One that has ended stays in the list until somebody has asked how, which may be never. */
const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
};
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a process beside this one', () => {
  it('answers requests one after the other, and asks back', async () => {
    const work = start();
    await work.ready;
    const first = await work.run({ ask: Uint8Array.of(1, 2, 3) }, doubled);
    expect(first).toMatchObject({ answer: Uint8Array.of(2, 4, 6), isStopped: false });
    expect(first.pid).not.toBe(process.pid);
    expect((await work.run({}, doubled)).pid).toBe(first.pid);
  });

  it('is told to stop, and goes on with the next request', async () => {
    const work = start();
    const stop = new AbortController();
    const stopped = work.run({ wait: true }, doubled, stop.signal);
    stop.abort();
    expect(await stopped).toMatchObject({ isStopped: true });
    expect(await work.run({}, doubled)).toMatchObject({ isStopped: false });
  });

  it('may take the memory that it is given, and ends with more, which is told', async () => {
    const work = start();
    // The system may have taken some of what it had before.
    expect((await work.run({ grow: 32 }, doubled)).grown).toBeGreaterThan(16 * 2 ** 20);
    await expect(work.run({ grow: 2000 }, doubled)).rejects.toBeInstanceOf(TooMuchMemoryError);
    expect(work.hasFailed).toBe(true);
  });

  it('that ends by itself fails its request, and takes no other', async () => {
    const work = start();
    await expect(work.run({ exit: 3 }, doubled)).rejects.toThrow('it ended with code 3');
    await expect(work.run({}, doubled)).rejects.toThrow('it ended with code 3');
  });

  it('is ended whatever it does, and is gone then', async () => {
    const work = start();
    const { pid } = await work.run({}, doubled);
    const under = work.run({ wait: true }, doubled);
    const failed = expect(under).rejects.toThrow('it was ended');
    await work.end();
    await failed;
    expect(isAlive(pid)).toBe(false);
  });

  it('goes with the process that has started it, however that ends', async () => {
    const starter = spawn(process.execPath, [new URL('starter.mjs', import.meta.url).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(starter.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(isAlive(pid)).toBe(true);
    starter.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});

/** A writer that is stopped and continued while another takes over, and one whose store is removed: real processes. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { MAIN, takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

interface Writer {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly announced: () => number[];
  /** Resolves once so many blocks are announced. */
  readonly hasAnnounced: (blocks: number) => Promise<void>;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function startWriter(folder: string): Writer {
  const args = [
    'extend',
    'squares',
    '--to',
    '2^33',
    '--series',
    'cold',
    '--threads',
    '1',
    '--progress',
    'json',
  ];
  const child = spawn(process.execPath, [MAIN, ...args, '--store', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const announced = (): number[] =>
    stderr
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { stop: number }).stop);
  const hasAnnounced = async (blocks: number): Promise<void> => {
    while (announced().length < blocks) {
      if (child.exitCode !== null) throw new Error(stderr);
      await sleep(5);
    }
  };
  return { child, stderr: () => stderr, announced, hasAnnounced };
}

/**
 * Stops a writer, outside a commit; returns the frontier that it has stored. It may not have said so yet: a block is announced
 * after it is committed.
 */
async function stop({ child }: Writer, folder: string): Promise<number> {
  for (;;) {
    child.kill('SIGSTOP');
    while (!isStopped(child)) await sleep(5);
    if (!existsSync(join(folder, 'catalog.sqlite-journal'))) return frontierOf(folder);
    child.kill('SIGCONT');
    await sleep(5);
  }
}

/** Whether the system has stopped a process, which takes it a moment. */
function isStopped({ pid }: ChildProcess): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim().startsWith('T');
}

async function frontierOf(folder: string): Promise<number> {
  const store = await openStore(folder, { readOnly: true });
  try {
    expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    return store.info('squares')[0].series.cold?.frontier ?? 0;
  } finally {
    store.close();
  }
}

describe('a writer that is stopped', () => {
  it('keeps its lock, and goes on when it is continued', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const writer = startWriter(folder);
    await writer.hasAnnounced(1);
    await stop(writer, folder);
    const second = await takeaway(['extend', 'odd', '--to', '100', '--store', folder]);
    expect(second.code, second.stderr).toBe(5);
    const before = writer.announced();
    expect((await takeaway(['query', 'squares', '34', '--store', folder])).code).toBe(0);
    writer.child.kill('SIGCONT');
    await writer.hasAnnounced(before.length + 1);
    writer.child.kill('SIGINT');
    await once(writer.child, 'close');
    expect(writer.child.exitCode, writer.stderr()).toBe(130);
    expect(await frontierOf(folder)).toBe(writer.announced().at(-1));
  });

  it('stores and says nothing more once another has the lock', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const writer = startWriter(folder);
    await writer.hasAnnounced(1);
    const before = await stop(writer, folder);
    rmSync(join(folder, 'lock.sqlite'));
    const frontier = before + 2 ** 20;
    const second = await takeaway([
      ...['extend', 'squares', '--series', 'cold', '--to', String(frontier), '--store', folder],
    ]);
    expect(second.code, second.stderr).toBe(0);
    writer.child.kill('SIGCONT');
    await once(writer.child, 'close');
    expect(writer.child.exitCode, writer.stderr()).toBe(5);
    expect(writer.stderr()).toContain(
      'lock.sqlite was removed or replaced, so another process may be writing',
    );
    expect(writer.announced().at(-1)).toBeLessThanOrEqual(before);
    expect(await frontierOf(folder)).toBe(frontier);
  });
});

describe('a store that is removed while a writer works', () => {
  it('ends it with a message, and is not made again', { tags: 'slow' }, async () => {
    for (const remove of [
      (folder: string): void => renameSync(folder, `${folder}-moved`),
      (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
    ]) {
      const folder = join(temporaryFolder(), 'store');
      const writer = startWriter(folder);
      await writer.hasAnnounced(2);
      const before = await stop(writer, folder);
      remove(folder);
      writer.child.kill('SIGCONT');
      await once(writer.child, 'close');
      expect(writer.child.exitCode, writer.stderr()).toBe(6);
      expect(writer.stderr()).toMatch(/takeaway: .*(removed or moved|no such file or directory)/);
      expect(writer.announced().at(-1)).toBeLessThanOrEqual(before);
      const moved = `${folder}-moved`;
      if (existsSync(moved)) expect(await frontierOf(moved)).toBe(before);
    }
  });
});

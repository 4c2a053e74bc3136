/** `takeaway explore` as a process: its first line, its end by Ctrl-C, and what it refuses. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, fileFolder, takeaway, takeawayProcess } from '../../../support/cli.js';
import { ask } from '../../../explorer/running.js';

const folder = fileFolder();

interface Running {
  readonly child: ChildProcess;
  readonly line: string;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Starts the explorer and waits for its first line. */
function start(...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [MAIN, 'explore', '--store', folder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) resolve({ child, ended, line: stdout.slice(0, stdout.indexOf('\n')) });
    });
    void ended.then(() => reject(new Error(`it ended: ${stderr}`)));
  });
}

it('prints its address as the first line, answers there, and ends on Ctrl-C with 130', async () => {
  const { child, line, ended } = await start();
  expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const { status, body } = await ask(line);
  expect(status).toBe(200);
  expect(body.toString()).toContain('<title>takeaway</title>');
  // An open connection does not keep it.
  const watching = fetch(`${line}api/extension/events`);
  await (await watching).body?.getReader().read();
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(130);
  expect(stdout).toBe(`${line}\n`);
  expect(stderr).toContain('Stopping.');
});

it('says with --json where the page is', async () => {
  const { child, line, ended } = await start('{2,4,7}', '--json', '--quiet');
  const { url, page } = JSON.parse(line) as { url: string; page: string };
  expect(page).toBe(`${url}?game=%7B2%2C4%2C7%7D`);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(130);
});

it('refuses a port in use, a port that is none, and a game that is none', { tags: 'slow' }, async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const taken = await takeaway(['explore', '--port', String(port), '--store', folder]);
  other.close();
  expect([taken.code, taken.stdout]).toEqual([6, '']);
  expect(taken.stderr).toContain(`The port ${port} is in use.`);
  expect((await takeaway(['explore', '--port', '65536'])).code).toBe(2);
  const misspelt = await takeaway(['explore', 'sqares']);
  expect([misspelt.code, misspelt.stderr]).toEqual([2, expect.stringContaining('Did you mean squares?')]);
});

describe('site', () => {
  it.each([
    [['squares'], 'Give its folder with --store'],
    [['primes', '--store', folder], 'has no values of primes. Extend one first.'],
    [['--port', '8080'], 'site has no option --port'],
    [['--url', 'example.org/games'], 'is no address of the web'],
  ])('writes no folder for %j', async (words, message) => {
    const site = join(folder, 'site');
    const { code, stderr } = await takeawayProcess(['site', site, ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(site)).toBe(false);
  });

  it('was an option', async () => {
    const { stderr } = await takeaway(['explore', '--static=site']);
    expect(stderr).toBe('takeaway: --static is gone. Write takeaway site DIR\n');
  });
});

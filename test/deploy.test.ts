/** What deploy/ has, tried as far as that goes without Docker, Kubernetes and systemd. .ci/image.mjs runs the Dockerfile. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, MAIN, takeaway } from './support/cli.js';
import { describeWithRedis, freePort, TestRedis } from './support/cluster/redis.js';
import { have, WorkerChild } from './support/cluster/workers.js';
import { temporaryFolder } from './support/temporary.js';

const deployed = (name: string): string => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8');
const compose = deployed('compose.yaml');
const kubernetes = deployed('kubernetes.yaml');

/** A program `takeaway` on the path. */
function takeawayIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'takeaway');
  writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('deploy/', () => {
  it('gives a worker as many threads as processors', () => {
    expect(compose).toContain("command: ['worker', '--json', '--threads', '${TAKEAWAY_CPUS:-2}', ");
    expect(compose).toContain('\n    cpus: ${TAKEAWAY_CPUS:-2}\n');
    expect(kubernetes).toContain('args: [worker, --json, --threads, $(CPUS), ');
    expect(kubernetes).toContain('resourceFieldRef: { resource: limits.cpu }');
  });

  it.each([
    ['compose.yaml', /command: \[(.*)\]/],
    ['kubernetes.yaml', /args: \[(worker.*)\]/],
    ['takeaway-worker.service', /ExecStart=\S*takeaway (.*)/],
  ])('has a command in %s that the program knows', async (name, pattern) => {
    const [, words] = pattern.exec(deployed(name))!;
    const command = words
      .replaceAll(/[',]/g, '')
      .replace(/\$[({].*[)}]/, '2')
      .split(' ');
    expect(command[0]).toBe('worker');
    expect(await takeaway([...command, '--help'])).toMatchObject({ code: 0 });
  });

  it('has a command in Kubernetes that the program knows, with the Redis that is beside it', async () => {
    const [, words] = /args:\s+\[\s*(survey[^\]]*)\]/.exec(kubernetes)!;
    const command = words.replaceAll(/[',]/g, '').trim().split(/\s+/);
    expect(await takeaway([...command, '--help'])).toMatchObject({ code: 0 });
    const [, service, port] = /TAKEAWAY_REDIS: 'redis:\/\/([\w-]+):(\d+)'/.exec(kubernetes)!;
    expect(kubernetes).toContain(`kind: Service\nmetadata: { name: ${service} }`);
    expect(kubernetes).toContain(`containerPort: ${port} }]\n          readinessProbe: { tcpSocket`);
    const claimed = [...kubernetes.matchAll(/claimName: ([\w-]+)/g)].map(([, name]) => name);
    for (const name of claimed)
      expect(kubernetes).toContain(`kind: PersistentVolumeClaim\nmetadata: { name: ${name} }`);
    expect(claimed).toHaveLength(1);
  });

  it('asks workers in Kubernetes where they answer', () => {
    const [, port] = /--metrics, '0\.0\.0\.0:(\d+)'\]/.exec(kubernetes)!;
    expect(kubernetes.split(`ports: [{ name: metrics, containerPort: ${port} }]`)).toHaveLength(3);
    const probes = kubernetes.match(/Probe:\n *httpGet: \{ path: \/healthz, port: metrics \}/g);
    expect(probes).toHaveLength(2);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('has a unit that systemd understands, where it is', () => {
    const folder = temporaryFolder();
    const unit = deployed('takeaway-worker.service');
    const [installed] = /\/usr\/local\/bin\/takeaway/.exec(unit)!;
    const path = join(folder, 'takeaway-worker.service');
    writeFileSync(path, unit.replace(installed, takeawayIn(folder)));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

it('gives the Redis of both files the same settings', () => {
  const [, inCompose] = /command: redis-server (.*)\n/.exec(compose)!;
  const [, inKubernetes] = /args: \[(--save.*)\]/.exec(kubernetes)!;
  expect(inKubernetes.replaceAll(/,|'(?=\w)|(?<=\w)'/g, '')).toBe(inCompose);
});

describeWithRedis('the Redis of deploy/compose.yaml', () => {
  const [, command] = /command: redis-server (.*)\n/.exec(compose)!;
  const words = command.split(' ').map((word) => (word === "''" ? '' : word));
  const [, port] = /'--metrics', '(\d+)'\]/.exec(compose)!;
  const [, inCompose] = /'bash',\s+'-c',\s+'(.*)',\n/.exec(compose)!;

  it('serves workers, of which the health check tells whether they have it', { tags: 'slow' }, async () => {
    const own = await freePort();
    expect(inCompose).toContain(`/127.0.0.1/${port} `);
    const check = inCompose.replace(port, String(own));
    const redis = await TestRedis.start({ words: [...words, '--dir', temporaryFolder()] });
    const isHealthy = async (): Promise<boolean> => (await bash(check)).code === 0;
    try {
      expect(await isHealthy()).toBe(false);
      const worker = await WorkerChild.start(redis.url, {}, ['--metrics', String(own)]);
      expect(await isHealthy()).toBe(true);
      await redis.stop();
      await have(async () => !(await isHealthy()));
      expect(await worker.end('SIGTERM')).toBe(0);
    } finally {
      await redis.stop();
    }
    expect(await isHealthy()).toBe(false);
  });
});

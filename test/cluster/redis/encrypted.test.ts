/** TLS with a certificate of one's own, users held to a prefix, and no password in logs, titles or messages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeaway } from '../../support/cli.js';
import { describeWithRedis, withRedis } from '../../support/cluster/redis.js';
import { WorkerChild } from '../../support/cluster/workers.js';
import { temporaryFolder } from '../../support/temporary.js';

const SECRET = 's3cret+and/more';
const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

/** A certificate for this machine, signed by itself, and its key: their paths. */
function selfSigned(): { certificate: string; key: string } {
  const folder = temporaryFolder();
  const [certificate, key] = [join(folder, 'redis.crt'), join(folder, 'redis.key')];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=takeaway test'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  execFileSync('openssl', ['req', ...made, ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { certificate, key };
}

describeWithRedis('a Redis with TLS, a user and a prefix', () => {
  it.skipIf(!HAS_OPENSSL)('is used, and shows its secret nowhere', { tags: 'slow' }, async () => {
    const { certificate, key } = selfSigned();
    const user = [
      'games',
      'on',
      `>${SECRET}`,
      '~games:*',
      '&games:*',
      '+@all',
      '-@admin',
      '-@dangerous',
      '+info',
    ];
    const words = [
      ...['--tls-port', 'PORT', '--tls-cert-file', certificate, '--tls-key-file', key],
      ...['--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no', '--user', ...user],
    ];
    await withRedis(
      async ({ tlsPort }) => {
        const url = `rediss://games:${encodeURIComponent(SECRET)}@127.0.0.1:${tlsPort}?prefix=games`;
        const trusted = { TAKEAWAY_REDIS: url, NODE_EXTRA_CA_CERTS: certificate };
        const said: string[] = [];
        const refused = await takeaway(['cluster'], { env: { TAKEAWAY_REDIS: url } });
        expect(refused.code).toBe(6);
        expect(refused.stderr).toContain('This machine does not trust the certificate');
        const wrong = url.replace(encodeURIComponent(SECRET), 's3cret-too');
        const denied = await takeaway(['cluster', '--json'], { env: { ...trusted, TAKEAWAY_REDIS: wrong } });
        expect(denied.code).toBe(6);
        expect(denied.stderr).toContain('does not accept the user or the password');
        const outside = url.replace('prefix=games', 'prefix=others');
        const beyond = await takeaway(['cluster'], { env: { ...trusted, TAKEAWAY_REDIS: outside } });
        expect(beyond.code).toBe(6);
        expect(beyond.stderr).toContain('may not use all keys with the prefix others');
        const worker = await WorkerChild.start(url, trusted, ['--redis', url]);
        const title = (): string => readFileSync(`/proc/${worker.pid}/cmdline`, 'utf8');
        expect(title()).not.toContain('s3cret');
        const survey = await takeaway(['survey', '--max', '42', '--size', '3', '--redis', 'auto'], {
          env: trusted,
        });
        expect(survey.stdout).toMatch(/^\{13,29,42\} +793 +0 +793 +0$/m);
        expect(await worker.end('SIGTERM')).toBe(0);
        for (const { stdout, stderr } of [refused, denied, beyond, survey]) said.push(stdout, stderr);
        said.push(worker.log);
        for (const text of said) {
          expect(text).not.toContain('s3cret');
          expect(text).not.toContain(encodeURIComponent(SECRET));
        }
      },
      { words },
    );
  });
});

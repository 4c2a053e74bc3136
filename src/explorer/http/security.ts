/**
 * Access, and limits on the use of answers in a browser. The server serves the person at this machine: a page of another site
 * must neither read from it nor change anything through it, even if a name of that site resolves to 127.0.0.1.
 */
import type { MiddlewareHandler } from 'hono';
import { Refusal } from './errors.js';

/** Longer addresses are refused. A set of some thousand numbers fits. */
const MAX_URL_CHARACTERS = 8192;

/**
 * The page loads its own files and asks its own server; nothing is inline, nothing comes from elsewhere, and nothing frames it.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Figures and canvases that are saved as pictures.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Sets the headers of every answer, including errors. */
export function secureHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  };
}

/** Refuses foreign hosts and origins, other methods, and long addresses. `port` is known once the server listens. */
export function guard(port: () => number): MiddlewareHandler {
  return async (c, next) => {
    const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${port()}`);
    const host = c.req.header('host') ?? '';
    if (!hosts.includes(host.toLowerCase())) {
      throw new Refusal(403, 'The Host {host} is not this explorer. Use {hosts}.', {
        host: quoted(host),
        hosts: hosts.join(' or '),
      });
    }
    const origin = c.req.header('origin');
    const origins = hosts.map((each) => `http://${each}`);
    if (origin !== undefined && !origins.includes(origin.toLowerCase())) {
      throw new Refusal(403, 'The Origin {origin} is not this explorer. Use {origins}.', {
        origin: quoted(origin),
        origins: origins.join(' or '),
      });
    }
    // Following a link to the page itself is allowed.
    const site = c.req.header('sec-fetch-site');
    const isVisit = c.req.header('sec-fetch-mode') === 'navigate' && c.req.path === '/';
    if (site !== undefined && !['same-origin', 'none'].includes(site) && !isVisit) {
      throw new Refusal(403, 'The request comes from a {site} page. Only the page of the explorer may ask.', {
        site,
      });
    }
    if (!['GET', 'HEAD', 'POST', 'DELETE'].includes(c.req.method)) {
      throw new Refusal(405, 'The method {method} is not served. Use GET, HEAD, POST or DELETE.', {
        method: c.req.method,
      });
    }
    if (c.req.url.length > MAX_URL_CHARACTERS) {
      throw new Refusal(414, 'The address has {length} characters. It can have at most {most}.', {
        length: c.req.url.length,
        most: MAX_URL_CHARACTERS,
      });
    }
    await next();
  };
}

function quoted(text: string): string {
  return text === '' ? 'none' : JSON.stringify(text.slice(0, 100));
}

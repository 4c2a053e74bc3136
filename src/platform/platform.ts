/**
 * The platform. `engine.build.mjs` replaces `node.ts` by `browser.ts` in bundles for browsers, so modules that browsers use reach
 * the machine only through this file.
 */
export { platform } from './node.js';

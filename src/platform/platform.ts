/** The platform; `build/engine.mjs` replaces `node.ts` by `browser.ts` for browsers, whose modules use only this file. */
export { platform } from './node.js';

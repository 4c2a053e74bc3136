/**
 * The platform: Node here; in what is bundled for browsers `browser.ts` stands in the place of `node.ts`, by
 * `engine.build.mjs`. Rooms that browsers use ask here for what they need of the machine, and nowhere else.
 */
export { platform } from './node.js';

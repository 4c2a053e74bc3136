/** The script of the thread that encodes the blocks of an extension. */
import { serveRequests } from '../../solver/threads/serve.js';
import { encode } from '../../store/encoding.js';
import type { EncodingTalk } from './encoding.js';

// A promise, so that what is raised ends the thread: whoever waits for the block is told.
serveRequests<EncodingTalk>((block) => Promise.resolve(encode(block)));

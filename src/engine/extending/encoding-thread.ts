/** The script of the thread that encodes the blocks of an extension. */
import { serveRequests } from '../../solver/threads/serve.js';
import { encode } from '../../store/encoding.js';
import type { EncodingTalk } from './encoding.js';

// A promise, so that an error ends the thread and reaches the caller.
serveRequests<EncodingTalk>((block) => Promise.resolve(encode(block)));

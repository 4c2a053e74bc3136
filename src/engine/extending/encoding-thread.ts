/** The script of the thread that encodes the blocks of an extension. */
import { serveQuestions } from '../../solver/threads/questions.js';
import { encode } from '../../store/encoding.js';
import type { EncodingTalk } from './encoding.js';

// A promise, so that what is raised ends the thread: whoever waits for the block is told.
serveQuestions<EncodingTalk>((block) => Promise.resolve(encode(block)));

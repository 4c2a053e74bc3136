/**
 * The script of the process of an extension. The store is open for writing only while it runs, so that the command line can
 * write at other times.
 */
import { openStore } from '../index.js';
import { serveFromBeside } from '../processes/within.js';
import type { ExtendTalk } from './crew/talk.js';
import { extendFor } from './games/extend.js';

serveFromBeside<ExtendTalk>((request, ask, signal) => extendFor(request, openStore, ask, signal));

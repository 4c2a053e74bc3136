/**
 * The script of the process of an extension. The store is open for writing only while it runs, so that the command line can write
 * at other times.
 */
import { openStore } from '../index.js';
import { serveFromBeside } from '../processes/within.js';
import type { ExtendTalk } from './pool/talk.js';
import { extendFor } from './games/extend.js';
import { meantIn } from './games/folder.js';

serveFromBeside<ExtendTalk>((request, ask, signal) => {
  const { folder } = request.shown;
  const store = { open: () => openStore(folder), meant: (text: string) => meantIn(folder, text) };
  return extendFor(request, store, ask, signal);
});

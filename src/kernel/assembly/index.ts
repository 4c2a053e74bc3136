/**
 * The WebAssembly module: every kernel under the name the interface in ../kernels.ts knows it by. Separate
 * because one module means one compilation and one set of instances a thread.
 */
export {
  addToClasses,
  decideNear,
  dropMarked,
  markFromList,
  orBytes,
  probe,
  selectNear,
  selectSubtrahends,
  shiftOr,
  spreadBits,
  spreadList,
} from './classes';
export { decideNim8, decideNim16, excludeFar8, excludeFar16 } from './mex';

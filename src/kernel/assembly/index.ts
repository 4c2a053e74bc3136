/**
 * The WebAssembly module: every kernel under the name the interface in ../kernels.ts knows it by. One module means one
 * compilation and one set of instances a thread.
 */
export { addToClasses, decideNear, orBytes, readClasses, selectNear } from './classes';
export { countWithout, largestIn } from './counting';
export { settle } from './far';
export { gather } from './gathering';
export { compressBlock, expandBlock } from './lz4';
export { decideNim, excludeFar } from './mex';
export { decideRemoteness, rankFar } from './ranks';
export { scatter } from './scattering';
export { decideShifted, reachFar } from './shifted';
export { shiftOr } from './shifting';
export { decideOutcomes, decideValues, hashState, seekState } from './states';
export { markSums, markValues, probeSums } from './sums';

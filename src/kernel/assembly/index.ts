/** The WebAssembly module: every kernel by its name in ../kernels.ts. It is compiled once, with one instance a thread. */
export { addToClasses, decideNear, orBytes, readClasses, selectNear } from './residue-classes/classes';
export { countWithout, largestIn } from './counting';
export { settle } from './residue-classes/far';
export { gather } from './residue-classes/gathering';
export { compressBlock, expandBlock } from './lz4';
export { decideNim, excludeFar } from './mex';
export { decideRemoteness, rankFar } from './ranks';
export { scatter } from './residue-classes/scattering';
export { decideShifted, reachFar } from './shifted';
export { shiftOr } from './residue-classes/shifting';
export { decideOutcomes, decideValues, hashState, seekState } from './states';
export { markSums, markValues, probeSums } from './sums';

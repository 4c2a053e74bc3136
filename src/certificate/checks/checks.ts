/** What a certificate checks of one stretch of positions, its target, against all positions up to its end. */
import { checkCold } from './cold.js';
import { checkMex } from './mex.js';
import type { Check, CheckName } from './request.js';

export const TARGET_CHECKS: { readonly [Name in CheckName]: Check<Name> } = {
  cold: checkCold,
  mex: checkMex,
};

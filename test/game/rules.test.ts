/** The rules of the series: they agree with the definition, and never speak against a right value. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coldByDefinition,
  nimValuesByDefinition,
  remotenessesByDefinition,
  remotenessOf,
} from '../../src/game/definition.js';
import { COLD_RULE, NIM_RULE, REMOTENESS_RULE, valuesByRule } from '../../src/game/rules.js';
import { subtractionSets } from '../support/arbitrary.js';

const STOP = 300;

describe('each rule', () => {
  it('gives what the definition says of all positions', () => {
    fc.assert(
      fc.property(subtractionSets, ({ set }) => {
        const cold = coldByDefinition(set, STOP);
        const remoteness = remotenessesByDefinition(set, STOP);
        expect(Array.from(valuesByRule(COLD_RULE, set, STOP))).toEqual(cold.map(Number));
        expect(Array.from(valuesByRule(NIM_RULE, set, STOP))).toEqual(nimValuesByDefinition(set, STOP));
        expect(Array.from(valuesByRule(REMOTENESS_RULE, set, STOP))).toEqual(remoteness);
        expect(remoteness.map((value) => REMOTENESS_RULE.isCold(value))).toEqual(cold);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['cold', COLD_RULE, 1],
    ['nim', NIM_RULE, 9],
    ['remoteness', REMOTENESS_RULE, 9],
  ] as const)(
    'of %s forbids no option that a position has, is certain only when right, and right with all that it needs',
    (_, rule, most) => {
      const value = fc.integer({ min: 0, max: most });
      fc.assert(
        fc.property(fc.array(value, { maxLength: 6 }), value, (options, claimed) => {
          const right = rule.valueOf(Uint32Array.from(options));
          expect(options.some((option) => rule.forbids(right, option))).toBe(false);
          const isSure =
            options.every((option) => !rule.forbids(claimed, option)) &&
            options.some((option) => rule.proves(claimed, option));
          if (isSure) expect(claimed).toBe(right);
          const { start, stop } = rule.needs(claimed);
          const needed = Array.from({ length: stop - start }, (_, i) => start + i);
          const isRight =
            options.every((option) => !rule.forbids(claimed, option)) &&
            needed.every((option) => options.includes(option));
          expect(isRight).toBe(claimed === right);
        }),
      );
    },
  );
});

describe('remoteness of a position', () => {
  it.each([
    [[], 0],
    [[0], 1],
    [[1], 2],
    [[1, 3], 4],
    [[1, 4, 2], 3],
    [[5, 1, 7], 8],
  ])('with options %o is %i', (options, expected) => {
    expect(remotenessOf(options)).toBe(expected);
  });
});

/** The words of a report, those that its game calls for. */
import type { GameFacts } from './parts/facts.js';
import { markup } from './parts/html.js';
import { LEAST_COUNTED, type Section } from './parts/section.js';

/** Whether cold positions are counted. */
const isCounted = ({ isRegular, cold }: GameFacts): boolean => !isRegular && cold.frontier >= LEAST_COUNTED;

const WORDS: readonly (readonly [word: string, meaning: string, isUsed?: (facts: GameFacts) => boolean])[] = [
  ['Subtraction set', 'The numbers of counters that a move may take.'],
  ['Position', 'The number n of counters in a heap.'],
  [
    'Cold, hot',
    'Cold: the player to move loses against good play. Hot: the player to move can win, by leaving a cold position.',
  ],
  [
    'Nim-value',
    'The least of 0, 1, 2, ... that no position has to which a move leads. It is 0 exactly for cold positions. A sum of several heaps is cold exactly when the nim-values of the heaps add up to 0 in binary without carrying.',
  ],
  [
    'Remoteness',
    'How many moves are left when who wins hurries and who loses delays. It is even exactly for cold positions.',
    ({ remoteness }) => remoteness.frontier > 0,
  ],
  [
    'Period',
    'The least p for which, from some position on, n + p has the value of n.',
    ({ isRegular }) => isRegular,
  ],
  [
    'Modulo, residue class',
    'n modulo m is the remainder of n after division by m. The numbers that leave the same remainder are a residue class.',
  ],
  [
    'Collision',
    'How often a move from a cold class would lead to a cold class, compared with chance: 1 when classes tell nothing, 0 when it never does.',
    isCounted,
  ],
  [
    'Fit',
    'A curve c times n to a power through points, by a method that a few points far off cannot pull away (Siegel 1982, the repeated median).',
    isCounted,
  ],
];

export const glossarySection: Section = {
  id: 'glossary',
  heading: 'Words',
  lacks: () => null,
  make: (facts) => {
    const used = WORDS.filter(([, , isUsed]) => isUsed?.(facts) !== false);
    return Promise.resolve([
      markup`<dl>${used.map(([word, meaning]) => markup`<div><dt>${word}</dt><dd>${meaning}</dd></div>`)}</dl>`,
    ]);
  },
};

/** The section that defines the words of a report, if its game needs them. */
import type { ReportFacts } from './parts/facts.js';
import { markup } from './parts/html.js';
import { MIN_COUNTED, type Section } from './parts/section.js';

const isCounted = ({ isRegular, cold }: ReportFacts): boolean => !isRegular && cold.frontier >= MIN_COUNTED;

const WORDS: readonly (readonly [word: string, meaning: string, isUsed?: (facts: ReportFacts) => boolean])[] =
  [
    ['Subtraction set', 'The numbers of counters that a move may remove.'],
    ['Position', 'The number n of counters in a heap.'],
    [
      'Cold, hot',
      'A position is cold if the player to move loses against best play. It is hot if the player to move can win, by moving to a cold position.',
    ],
    [
      'Nim-value',
      'The smallest of 0, 1, 2, ... that none of the positions one move away has. It is 0 exactly for cold positions. A sum of several heaps is cold exactly when the nim-values of its heaps, added in binary without carrying, give 0.',
    ],
    [
      'Remoteness',
      'The number of moves left when the winner hurries and the loser delays. It is even exactly for cold positions.',
      ({ remoteness }) => remoteness.frontier > 0,
    ],
    [
      'Period',
      'The smallest p for which the value of n + p is that of n, for all n from some position on.',
      ({ isRegular }) => isRegular,
    ],
    [
      'Modulo, residue class',
      'n modulo m is the remainder of n after division by m. The numbers that leave the same remainder are a residue class.',
    ],
    [
      'Collision',
      'How often a move from a cold class would lead to a cold class, compared with chance: 1 if the classes give no information, 0 if it never happens.',
      isCounted,
    ],
    [
      'Fit',
      'A curve c n^e through the points, found by a method that a few outliers do not affect (Siegel 1982, the repeated median).',
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

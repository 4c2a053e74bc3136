/** A worksheet about a game: questions to print for a class, and the answers on a separate page. */
import { withCommas } from '../words/typeset.js';
import type { Answer } from '../engine/reading/query.js';
import { fail, refuse } from '../common/errors.js';
import { requireHeaps } from '../game/game.js';
import type { Period } from '../game/periods.js';
import { rulesOf } from './game.js';
import type { ReportFacts } from './parts/facts.js';
import { documentOf, markup, prose, type Html } from './parts/html.js';
import { listed, range } from './parts/section.js';
import { STYLE } from './style.js';

/** Positions of the first question's table, and of all questions. */
const TABLED = 25;
export const WORKSHEET_POSITIONS = 60;
const MOVES_ASKED = 3;
/** Longer periods cannot be seen in the positions of a worksheet. */
const MAX_VISIBLE_PERIOD = 24;

interface Question {
  readonly text: string;
  readonly blank?: Html;
  readonly answer: Html;
}

interface AskedAbout extends Pick<ReportFacts, 'game' | 'form' | 'cold'> {
  readonly store: Pick<ReportFacts['store'], 'query'>;
  readonly periods: { readonly nim: Period | null; readonly outcome: Period | null };
}

/** Returns the page. Raises `not-stored` if too few positions are known. */
export async function worksheetOf(facts: AskedAbout, name = facts.game.key): Promise<string> {
  const { store, game, cold } = facts;
  requireHeaps(game);
  const known = Math.min(WORKSHEET_POSITIONS, cold.reach);
  if (known < TABLED) {
    const end = game.set.completeBelow ?? Infinity;
    if (end < TABLED)
      refuse(
        '{game} is complete below {end} only. A worksheet needs {needed} positions: choose another game.',
        { game: game.key, end, needed: TABLED },
      );
    const to = Math.min(WORKSHEET_POSITIONS, end);
    fail(
      'not-stored',
      '{known} positions of {game} are known. A worksheet needs {needed}.',
      { game: game.key, known, needed: TABLED },
      { remedy: { do: 'extend', game: game.definition, series: 'both', to, orPeriod: false } },
    );
  }
  const answers = await store.query(game, range(known));
  const questions = [
    outcomes(answers),
    ...winningMoves(answers),
    ...sumsOf(facts, answers),
    ...periodOf(facts),
  ];
  const title = `Worksheet: the subtraction game ${name}`;
  const body = markup`<body class="worksheet">
<header><h1>${title}</h1></header>
<main>
${prose(rulesOf(game).join(' '))}
${prose('A position is cold when the player to move loses, however well they play, and hot when they can win.')}
<ol class="questions">${questions.map(({ text, blank }) => markup`<li>${prose(text)}${blank ?? { html: '<div class="room"></div>' }}</li>`)}</ol>
<section class="answers"><h2>Answers</h2>
<ol>${questions.map(({ answer }) => markup`<li>${answer}</li>`)}</ol></section>
</main>
</body>`;
  return documentOf(title, STYLE, body);
}

function cells(words: readonly string[]): Html {
  return markup`<div class="strip"><ol>${words.map((word, n) => markup`<li class="${word === 'C' ? 'cold' : 'hot'}"><small>${n}</small><b>${word}</b></li>`)}</ol></div>`;
}

function outcomes(answers: readonly Answer[]): Question {
  const first = answers.slice(0, TABLED);
  return {
    text: `Which positions are cold, which are hot? Begin with 0 counters, and write C or H below each number up to ${TABLED - 1}.`,
    blank: cells(first.map(() => '\u00a0')),
    answer: cells(first.map(({ cold }) => (cold ? 'C' : 'H'))),
  };
}

/** Picks positions with a winning move, spread evenly, with different answers if possible. */
function winningMoves(answers: readonly Answer[]): Question[] {
  const able = answers.slice(5).filter(({ winningMoves: wins }) => wins !== null && wins.length > 0);
  const step = Math.max(1, Math.floor(able.length / MOVES_ASKED));
  const asked: Answer[] = [];
  for (let start = 0; asked.length < MOVES_ASKED && start < able.length; start += step) {
    const near = able.slice(start, start + step);
    const other = near.filter(
      (one) => !asked.some((before) => String(before.winningMoves) === String(one.winningMoves)),
    );
    asked.push((other.at(-1) ?? near.at(-1))!);
  }
  return asked.map(({ position, winningMoves: wins }) => ({
    text: `There are ${withCommas(position)} counters, and it is your turn. Which moves win?`,
    answer: prose(`Taking ${listed(wins ?? [], 'or')}.`),
  }));
}

/** Asks for a sum of two heaps that a move wins, if nim-values are known. */
function sumsOf({ game }: AskedAbout, answers: readonly Answer[]): Question[] {
  const valued = answers.filter(({ nimValue, position }) => nimValue !== null && position < TABLED);
  if (valued.length < TABLED) return [];
  const nims = valued.map(({ nimValue }) => nimValue ?? 0);
  const equalling = (heap: number, value: number): number[] =>
    Array.from(game.set.between(1, heap + 1)).filter((taken) => nims[heap - taken] === value);
  const given = game.seed?.length ?? 0;
  for (let a = TABLED - 2; a >= Math.max(2, given + 1); a--) {
    const b = a - 1;
    const [fromA, fromB] = [equalling(a, nims[b]), equalling(b, nims[a])];
    if (nims[a] === 0 || nims[b] === 0 || nims[a] === nims[b] || fromA.length + fromB.length === 0) continue;
    const moves = [
      ...fromA.map((taken) => `${taken} from the heap of ${a}`),
      ...fromB.map((taken) => `${taken} from the heap of ${b}`),
    ];
    return [
      {
        text: `What are the nim-values of 0, 1, ..., ${TABLED - 1}? (That of a position is the smallest of 0, 1, 2, ... that none of the positions one move away has${given === 0 ? '' : '; the given ones stay as they are'}.)`,
        blank: cells(nims.map(() => '\u00a0')),
        answer: cells(nims.map(String)),
      },
      {
        text: `Now there are two heaps, of ${a} and of ${b} counters, and a move takes from one of them. Which moves win?`,
        answer: prose(
          `The nim-values are ${nims[a]} and ${nims[b]}. A move wins when it makes them equal: take ${moves.join(', or ')}.`,
        ),
      },
    ];
  }
  return [];
}

function periodOf({ periods, form, game }: AskedAbout): Question[] {
  const period =
    periods.outcome ?? [periods.nim, form?.period].find((known) => known?.saltus === 0) ?? undefined;
  const isFinite = Number.isFinite(game.set.largest);
  if (period === undefined || period.period > MAX_VISIBLE_PERIOD) {
    return [
      {
        text: 'Do you see a rule for the cold positions? Continue the table, and test it.',
        answer: prose(
          period !== undefined
            ? `They repeat with period ${withCommas(period.period)}, which is too long to see in the table.`
            : form !== undefined
              ? `A formula gives the nim-value of every position n: ${form.rule}.`
              : isFinite && game.hotspots === undefined
                ? 'They repeat, as those of every finite set do, with a period that was not found here.'
                : 'No rule is known here.',
        ),
      },
    ];
  }
  const from = period.preperiod === 0 ? '' : ` from position ${withCommas(period.preperiod)} on`;
  const why =
    ' Whether a position is cold depends only on the positions that a move can reach. None of them is further below it ' +
    'than the largest number of the set. So when as many outcomes in a row as this number occur a second time, ' +
    'everything after them repeats too.';
  return [
    {
      text: `The cold positions repeat. What is the period${isFinite ? ', and why does it go on for ever' : ''}?`,
      answer: prose(`The period is ${withCommas(period.period)}${from}.${isFinite ? why : ''}`),
    },
  ];
}

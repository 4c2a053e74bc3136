/**
 * The atlas of three moves: a cell for each game that has one move in common, coloured by the two moves that add up to its
 * period.
 */
import { useState } from 'preact/hooks';
import { MAX_MOVE } from '../../limits.js';
import { useWidth } from '../charts/analysis-view.js';
import { Figure } from '../charts/figure.js';
import { Downloads, FIGURES, TABLES } from '../charts/save.js';
import { withCommas } from '../format.js';
import { Field, Select, WholeSlider } from '../kit/controls.js';
import { Answered } from '../kit/messages.js';
import { Command } from '../kit/words.js';
import { useJson } from '../resource.js';
import type { ViewProps } from '../view.js';

const SERIES = [
  ['cold', 'of hot and cold'],
  ['nim', 'of nim-values'],
] as const;

export function Plane({ values: { third, max, series }, note, linkToGame }: ViewProps<'plane'>) {
  const [place, pixels] = useWidth();
  const [picked, pick] = useState<string>();
  const sets = { third, max, series };
  const asked = useJson('plane', pixels === undefined ? undefined : { ...sets, pixels });
  return (
    <div ref={place} aria-busy={asked.isBusy}>
      <div class="controls">
        <WholeSlider
          label="move c"
          name="The move that all games have"
          value={third}
          {...{ least: 1, end: MAX_MOVE / 2, most: MAX_MOVE }}
          isBusy={asked.isBusy}
          onChoose={(move, how) => note({ third: move }, how)}
        />
        <WholeSlider
          label="moves up to"
          name="The largest of the other moves"
          value={max}
          {...{ least: 4, end: MAX_MOVE / 2, most: MAX_MOVE }}
          isBusy={asked.isBusy}
          onChoose={(move, how) => note({ max: move }, how)}
        />
        <Field label="period">
          <Select options={SERIES} value={series} onChoose={(name) => note({ series: name }, 'push')} />
        </Field>
      </div>
      <Answered to={asked} words="Finding periods">
        {({ figure, commands }) => (
          <>
            <figure class="card">
              <Figure
                figure={figure}
                label="Games by their moves a and b. Arrow keys go from game to game, Enter tells its period."
                onMark={(words) => pick(/\{[\d,]+\}/.exec(words)?.[0])}
              />
            </figure>
            <div aria-live="polite">
              {picked !== undefined && <Picked game={picked} series={series} href={linkToGame(picked)} />}
            </div>
            <p>
              The cell at a and b is the game {`{a, b, ${third}}`}; s1, s2 and s3 are its moves from the
              smallest to the largest. Nearly always two of its three moves add up to its period; nobody knows
              a rule that says which two. Choose a cell to see its period. White: a common divisor.
            </p>
            <div class="row">
              <Downloads formats={FIGURES} path="plane/figure" parameters={sets} />
              <Downloads formats={TABLES} path="plane/table" parameters={sets} />
            </div>
            {commands.map((text) => (
              <Command key={text} text={text} />
            ))}
          </>
        )}
      </Answered>
    </div>
  );
}

interface PickedProps {
  readonly game: string;
  readonly series: 'cold' | 'nim';
  readonly href: string;
}

/** The period of a game of the atlas, and a link to it. */
function Picked({ game, series, href }: PickedProps) {
  const known = useJson('game', { game });
  return (
    <Answered to={known}>
      {({ periods }) => {
        const period = (series === 'cold' ? periods.outcome : periods.nim)?.period;
        const of = series === 'cold' ? 'outcomes' : 'nim-values';
        return (
          <p>
            {period === undefined
              ? `${game}: no period is known.`
              : `The ${of} of ${game} repeat with period ${periodWords(game, period)}.`}{' '}
            <a href={href}>Open {game}</a>
          </p>
        );
      }}
    </Answered>
  );
}

/** Describes a period, and the two moves that add up to it. */
function periodWords(game: string, period: number): string {
  const moves = game.slice(1, -1).split(',').map(Number);
  const two = moves.flatMap((a, i) => moves.slice(i + 1).map((b) => [a, b] as const));
  const sum = two.find(([a, b]) => a + b === period);
  return sum === undefined ? withCommas(period) : `${withCommas(period)} = ${sum[0]} + ${sum[1]}`;
}

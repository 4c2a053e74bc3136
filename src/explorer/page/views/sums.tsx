/** Sums: several heaps, their nim-values in binary, the nim-sum, and every winning move. */
import type { SumReport } from '../../contract.js';
import { count, withCommas } from '../format.js';
import { Field, Form, RuleSelect, Table, TextInput } from '../kit/controls.js';
import { Answered } from '../kit/messages.js';
import { Command } from '../kit/words.js';
import { useJson } from '../resource.js';
import type { ViewProps } from '../view.js';

const USUAL = '7 15 30';
const MAX_MOVES = 200;

export function Sums({ facts, values: { heaps = USUAL, misere }, note, link }: ViewProps<'sums'>) {
  const found = useJson('sum', { game: facts.definition, heaps, misere }, facts.version);
  return (
    <div>
      <Form>
        <Field label="heaps">
          <TextInput
            name="heaps"
            value={heaps}
            aria-describedby="sum-hint"
            onChoose={(text) => note({ heaps: text.trim() || undefined })}
          />
        </Field>
        <Field label="rule">
          <RuleSelect isMisere={misere} onChoose={(is) => note({ misere: is })} />
        </Field>
        <button type="submit">Solve</button>
        <span id="sum-hint" class="hint">
          Sizes separated by spaces, such as 7 15 30 or 1e6.
        </span>
      </Form>
      <div aria-live="polite" aria-busy={found.isBusy && found.answer !== undefined}>
        <Answered to={found} words="Solving">
          {(sum) => (
            <>
              <Verdict {...sum} />
              <SumTable {...sum} />
              <MoveList {...sum} />
              <p>
                <a href={link('play', { heaps: sum.heaps.join(' ') })}>Play from here</a>
              </p>
              <Command text={sum.command} />
            </>
          )}
        </Answered>
      </div>
    </div>
  );
}

function Verdict({ winner, nimSum, winningCount, moreMoves }: SumReport) {
  const wins = winner === 'next' ? 'The player to move wins' : 'The player who has just moved wins';
  const atLeast = moreMoves === undefined ? '' : 'at least ';
  const how = winner === 'next' ? `, by ${atLeast}${count(winningCount, 'move')}` : '; no move helps';
  return (
    <p class={`verdict ${winner}`}>
      <strong>{wins}</strong>
      {how}. The nim-sum is {withCommas(nimSum)}.
    </p>
  );
}

/** Nim-values in binary: a column of the sum is 1 if an odd number of heaps has a 1 there. */
function SumTable({ heaps, nimValues, nimSum }: SumReport) {
  const width = Math.max(1, ...[...nimValues, nimSum].map((value) => value.toString(2).length));
  const binary = (value: number) => <span class="binary">{value.toString(2).padStart(width, '0')}</span>;
  const rows = nimValues.map((value, i) => [
    <th key="heap" scope="row">
      {i + 1}
    </th>,
    withCommas(heaps[i]),
    withCommas(value),
    binary(value),
  ]);
  const foot = [
    <th key="heap" scope="row" colspan={2}>
      nim-sum
    </th>,
    withCommas(nimSum),
    binary(nimSum),
  ];
  return (
    <Table label="Nim-values" headings={['heap', 'size', 'nim-value', 'in binary']} {...{ rows, foot }} />
  );
}

function MoveList({ moves, winningCount, winner }: SumReport) {
  if (winner === 'previous' || moves.length === 0) return null;
  const shown = moves.slice(0, MAX_MOVES);
  return (
    <section>
      <h2>Winning moves</h2>
      <ul class="chips">
        {shown.map(({ heap, take }) => (
          <li key={`${heap} ${take}`}>
            take {withCommas(take)} from heap {heap}
          </li>
        ))}
        {winningCount > shown.length && <li>and {withCommas(winningCount - shown.length)} more</li>}
      </ul>
    </section>
  );
}

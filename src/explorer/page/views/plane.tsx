/** The plane of three moves: which two of them add up to the period, with a cell for each game that has one move in common. */
import type { PlaneAnswer } from '../../contract.js';
import { MOST_MOVE } from '../address.js';
import { useWidth } from '../charts/analysis-view.js';
import { Figure } from '../charts/figure.js';
import { Field, Select, WholeSlider } from '../kit/controls.js';
import { Answered } from '../kit/messages.js';
import { Command } from '../kit/words.js';
import { useJson } from '../resource.js';
import type { ViewProps } from '../view.js';

const SERIES = [
  ['cold', 'of hot and cold'],
  ['nim', 'of nim-values'],
] as const;

export function Plane({ values: { third, max, series }, note }: ViewProps<'plane'>) {
  const [place, pixels] = useWidth();
  const parameters = pixels === undefined ? undefined : { third, max, series, pixels };
  const asked = useJson<PlaneAnswer>('plane', parameters);
  return (
    <div ref={place} aria-busy={asked.isBusy}>
      <div class="controls">
        <WholeSlider
          label="move c"
          name="The move that all games have"
          value={third}
          {...{ least: 1, end: MOST_MOVE / 2, most: MOST_MOVE }}
          onChoose={(move) => note({ third: move })}
        />
        <WholeSlider
          label="moves up to"
          name="The largest of the other moves"
          value={max}
          {...{ least: 4, end: MOST_MOVE / 2, most: MOST_MOVE }}
          onChoose={(move) => note({ max: move })}
        />
        <Field label="period">
          <Select options={SERIES} value={series} onChoose={(name) => note({ series: name }, 'push')} />
        </Field>
      </div>
      <Answered to={asked} words="Finding periods">
        {({ figure, commands }) => (
          <>
            <figure class="card">
              <Figure figure={figure} />
            </figure>
            <p>
              The cell at a and b is the game {`{a, b, ${third}}`}. Nearly always two of its three moves add
              up to its period; nobody knows a rule that says which two.
            </p>
            {commands.map((text) => (
              <Command key={text} text={text} />
            ))}
          </>
        )}
      </Answered>
    </div>
  );
}

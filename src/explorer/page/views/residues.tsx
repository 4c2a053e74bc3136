/** Residues: cold positions by residue class, with a slider for the modulus and the moduli that separate best. */
import type { Column } from '../../contract.js';
import { MAX_MODULUS } from '../address.js';
import type { AnalysisSpec } from '../charts/analysis-view.js';
import { Button, WholeSlider } from '../kit/controls.js';
import { Answered } from '../kit/messages.js';
import { modulusOf } from '../kit/modulus.js';
import { useJson } from '../resource.js';
import type { ViewProps } from '../view.js';

/** Moduli that are compared: half a second for a million cold positions. */
const COMPARED = 130;
const SHOWN = 12;
/** Larger moduli are typed. */
const SLIDER_END = 200;

export const residues: Pick<AnalysisSpec<'residues'>, 'options' | 'Controls' | 'isScrubbed' | 'Below'> = {
  options: ({ values, facts }) => ({ modulus: modulusOf(values, facts) }),
  isScrubbed: true,
  Controls: ({ values, facts, note }) => (
    <WholeSlider
      label="modulus"
      name="Modulus"
      value={modulusOf(values, facts)}
      {...{ least: 1, end: SLIDER_END, most: MAX_MODULUS }}
      onChoose={(modulus, how) => note({ modulus }, how)}
    />
  ),
  Below,
};

/** A link to the classes as stripes, and the comparison of moduli. */
function Below(props: ViewProps<'residues'>) {
  const { facts, values, note, link } = props;
  const modulus = modulusOf(values, facts);
  return (
    <>
      <p>
        <a href={link('raster', { width: modulus })}>See them as stripes at width {modulus}</a>{' '}
        <Button class="quiet" onClick={() => note({ compared: true })}>
          Compare the moduli up to {COMPARED}
        </Button>
      </p>
      {values.compared && <Best {...props} />}
    </>
  );
}

function Best({ facts, values: { from, to }, note }: ViewProps<'residues'>) {
  const parameters = { game: facts.definition, modulus: 2, max: COMPARED, from, to };
  const compared = useJson('analysis/residues', parameters, facts.series.cold.frontier);
  return (
    <Answered to={compared} words="Comparing">
      {({ columns }) => (
        <div class="best">
          <p>
            These separate best: a cold position plus a move rarely falls into a class of cold positions (1 is
            as often as by chance).
          </p>
          <p class="row">
            {bestIn(columns).map(([modulus, collision]) => (
              <Button key={modulus} class="quiet" onClick={() => note({ modulus }, 'push')}>
                {modulus} · {collision.toFixed(2)}
              </Button>
            ))}
          </p>
        </div>
      )}
    </Answered>
  );
}

/** Returns the best moduli, which come first in the rows, with their collisions; none if no subtrahend was checked. */
function bestIn(columns: readonly Column[]): (readonly [modulus: number, collision: number])[] {
  const [moduli, collisions] = ['modulus', 'collision'].map(
    (name) => columns.find((column) => column.name === name)!.values as readonly (number | null)[],
  );
  return moduli.slice(0, SHOWN).flatMap((modulus, i) => {
    const collision = collisions[i];
    return modulus === null || collision === null ? [] : [[modulus, collision] as const];
  });
}

/** Residues: cold positions by residue class, with a slider for the modulus and the moduli that separate best. */
import type { AnalysisAnswer, ResiduesResult } from '../../contract.js';
import { MOST_MODULUS as MOST } from '../address.js';
import { getJson } from '../api.js';
import type { AnalysisView, Below } from '../charts/analysis-view.js';
import { button, fill, h } from '../dom.js';
import { clamp, grouped } from '../format.js';
import { modulusOf } from '../parts/modulus.js';
import { resource } from '../resource.js';
import { linkTo } from '../state.js';
import type { Context } from '../view.js';

/** Moduli that are compared: half a second for a million cold positions. */
const COMPARED = 130;
const SHOWN = 12;

export const residues: Partial<AnalysisView<'residues', ResiduesResult>> = {
  options: ({ state, facts }) => ({ modulus: modulusOf(state(), facts()) }),
  controls: ({ state, facts, note }, changed) => {
    const slider = h('input', { type: 'range', min: 2, max: 200, 'aria-label': 'Modulus' });
    const number = h('input', { type: 'number', min: 1, max: MOST, 'aria-label': 'Modulus as a number' });
    const show = (): void => {
      slider.value = number.value = String(modulusOf(state(), facts()));
    };
    const set = (value: string): void => {
      note({ modulus: clamp(Math.round(Number(value)) || 1, 1, MOST) });
      changed();
    };
    slider.addEventListener('input', () => set(slider.value));
    number.addEventListener('change', () => set(number.value));
    const row = h('div', { class: 'row' }, slider, number);
    return {
      element: h('div', { class: 'field wide' }, h('span', { class: 'label' }, 'modulus'), row),
      show,
    };
  },
  below: belowFigure,
};

/** What the figure shows in words, and the moduli compared. */
function belowFigure(
  { facts, state, note, signal }: Context<'residues'>,
  changed: () => void,
): Below<ResiduesResult> {
  const words = h('p', {});
  const says = h('div', {});
  const best = h('div', { class: 'best' });
  const choose = (modulus: number): void => {
    note({ modulus }, 'push');
    changed();
  };
  const compared = resource<ResiduesResult>({
    ...{ place: best, says, words: 'Comparing', signal },
    show: (result) => {
      fill(
        best,
        h(
          'p',
          {},
          'These separate best: a cold position plus a subtrahend rarely falls into a class of cold positions (chance gives 1).',
        ),
        h(
          'p',
          { class: 'row' },
          bestOf(result).map(({ modulus, collision }) =>
            button(`${modulus} · ${collision.toFixed(2)}`, () => choose(modulus), { class: 'quiet' }),
          ),
        ),
      );
    },
    clear: () => fill(best),
  });
  const compare = (): void => {
    const { from, to } = state();
    const parameters = { game: facts().definition, modulus: 2, 'up-to': COMPARED, from, to };
    const key = JSON.stringify([parameters, facts().series.cold.frontier]);
    compared(async (until) => {
      return (await getJson<AnalysisAnswer<ResiduesResult>>('analysis/residues', parameters, until)).result;
    }, key);
  };
  const begin = (): void => {
    note({ compared: true });
    compare();
  };
  const show = ({ classes, modulus }: ResiduesResult): void => {
    const empty = classes.filter(({ count }) => count === 0).length;
    fill(
      words,
      empty === 0
        ? 'Every class has a cold position. '
        : `${grouped(empty)} of the ${grouped(modulus)} classes have none. The dashed line is an even split. `,
      h('a', { href: linkTo('raster', { width: modulus }) }, `See them as stripes at width ${modulus}`),
      ' ',
      button(`Compare the moduli up to ${COMPARED}`, begin, { class: 'quiet' }),
    );
    if (state().compared) compare();
  };
  return { element: h('div', {}, words, says, best), show };
}

/** A modulus with subtrahends to compare. */
type Compared = ResiduesResult['separation'][number] & { readonly collision: number };

/** Multiples often score the same but for rounding: the smallest modulus comes first. */
function bestOf({ separation }: ResiduesResult): Compared[] {
  const score = ({ collision }: Compared): number => Math.round(1000 * collision);
  const isCompared = (each: ResiduesResult['separation'][number]): each is Compared =>
    each.collision !== null;
  return separation
    .filter(isCompared)
    .sort((a, b) => score(a) - score(b))
    .slice(0, SHOWN);
}

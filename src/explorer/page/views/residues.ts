/** Residues: cold positions by residue class, with a slider for the modulus and the moduli that separate best. */
import * as Plot from '@observablehq/plot';
import type { AnalysisAnswer, ResiduesResult } from '../../contract.js';
import { getJson } from '../api.js';
import { analysisView } from '../charts/analysis-view.js';
import { draw, roomyTicks } from '../charts/figure.js';
import { button, fill, h } from '../dom.js';
import { clamp, grouped, percent, shareTick } from '../format.js';
import { loading, showError } from '../parts/messages.js';
import { modulusInAddress, MOST_MODULUS as MOST } from '../parts/modulus.js';
import { addressWith, go, note } from '../state.js';
import { rangeInAddress } from '../charts/range.js';
import type { Context } from '../views.js';

/** Moduli that are compared: half a second for a million cold positions. */
const COMPARED = 130;
const SHOWN = 12;

export const show = analysisView<ResiduesResult>({
  name: 'residues',
  series: 'cold',
  options: (game) => ({ modulus: modulusInAddress(game) }),
  controls: ({ game }, changed) => {
    const modulus = modulusInAddress(game);
    const slider = h('input', {
      type: 'range',
      min: 2,
      max: 200,
      value: modulus,
      'aria-label': 'Modulus',
    });
    const number = h('input', {
      type: 'number',
      min: 1,
      max: MOST,
      value: modulus,
      'aria-label': 'Modulus as a number',
    });
    const set = (value: string): void => {
      const chosen = clamp(Math.round(Number(value)) || 1, 1, MOST);
      slider.value = String(chosen);
      number.value = String(chosen);
      note({ modulus: chosen });
      changed();
    };
    slider.addEventListener('input', () => set(slider.value));
    number.addEventListener('change', () => set(number.value));
    return h(
      'div',
      { class: 'field wide' },
      h('span', { class: 'label' }, 'modulus'),
      h('div', { class: 'row' }, slider, number),
    );
  },
  draw: ({ classes, count, modulus }, width) => {
    const rows = classes.map(({ residue, count: times }) => ({ residue, times, share: times / count }));
    const title = ({ residue, times, share }: (typeof rows)[number]): string =>
      `${residue} mod ${modulus}\n${grouped(times)} cold, ${percent(share, 3)}`;
    return [
      draw(
        width,
        {
          x: {
            type: 'band',
            label: `n mod ${modulus} →`,
            ticks: roomyTicks(
              rows.map(({ residue }) => residue),
              width,
              44,
            ),
            padding: modulus > 100 ? 0 : 0.15,
          },
          y: {
            label: '↑ share of the cold positions',
            grid: true,
            tickFormat: shareTick,
          },
          marks: [
            Plot.barY(rows, { x: 'residue', y: 'share', fill: 'var(--accent)' }),
            Plot.ruleY([1 / modulus], { stroke: 'var(--warm)', strokeDasharray: '4 3' }),
            Plot.ruleY([0]),
            Plot.tip(rows, Plot.pointerX({ x: 'residue', y: 'share', title })),
          ],
        },
        `Share of the cold positions in each class modulo ${modulus}`,
      ),
    ];
  },
  after: ({ classes, modulus }, context) => {
    const empty = classes.filter(({ count }) => count === 0).length;
    const best = h('div', { class: 'best' });
    return h(
      'div',
      {},
      h(
        'p',
        {},
        empty === 0
          ? 'Every class has a cold position. '
          : `${grouped(empty)} of the ${grouped(modulus)} classes have none. The dashed line is an even split. `,
        h(
          'a',
          { href: addressWith({ view: 'raster', width: modulus, from: null, to: null }) },
          `See them as stripes at width ${modulus}`,
        ),
        ' ',
        button(`Compare the moduli up to ${COMPARED}`, () => void compare(best, context), { class: 'quiet' }),
      ),
      best,
    );
  },
});

async function compare(place: HTMLElement, { game, signal }: Context): Promise<void> {
  fill(place, loading('Comparing'));
  try {
    const parameters = { game: game.definition, modulus: 2, 'up-to': COMPARED, ...rangeInAddress() };
    const { result } = await getJson<AnalysisAnswer<ResiduesResult>>('analysis/residues', parameters, signal);
    // Multiples often score the same but for rounding: the smallest modulus comes first.
    const score = ({ collision }: { readonly collision: number | null }): number =>
      Math.round(1000 * (collision ?? 1));
    const ranked = [...result.separation].sort((a, b) => score(a) - score(b)).slice(0, SHOWN);
    fill(
      place,
      h(
        'p',
        {},
        'These separate best: a cold position plus a subtrahend rarely falls into a class of cold positions (chance gives 1).',
      ),
      h(
        'p',
        { class: 'row' },
        ranked.map(({ modulus, collision }) =>
          button(`${modulus} · ${(collision ?? 1).toFixed(2)}`, () => go({ modulus }), { class: 'quiet' }),
        ),
      ),
    );
  } catch (error) {
    showError(place, error);
  }
}

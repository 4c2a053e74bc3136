/** The section that shows positions in rows, where stripes are remainders. */
import { grouped } from '../words/typeset.js';
import { readRaster } from '../figures/raster.js';
import { prose } from './html.js';
import type { Section } from './section.js';

export const rasterSection: Section = {
  id: 'raster',
  heading: 'The positions in rows',
  lacks: ({ cold }) => (cold.reach < 24 ? 'too few positions are stored' : null),
  async make({ store, game, nim, isRegular, reading }) {
    const result = await readRaster(store, game.definition, {
      ...reading,
      ...(isRegular && nim.reach > 24 ? { series: 'nim' } : {}),
    });
    const { width, series } = result;
    return [
      prose(
        `Each row has ${grouped(width)} positions, so that those with the same remainder after division by ${grouped(width)} stand below each other. ` +
          'Stripes from top to bottom are remainders that are often, or always, cold.',
      ),
      { result, command: `raster --width ${width}${series === 'nim' ? ' --series nim' : ''}` },
    ];
  },
};

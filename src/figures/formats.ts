/** Every file format of figures. To add one: an entry here. */
import { ENDINGS, type Format } from '../common/formats.js';
import { toPng, toSvg, toVegaLite } from './render.js';
import type { Figure } from './theme.js';

export interface FigureFileFormat<Name extends string = string> extends Format<Name> {
  bytes(figure: Figure): Promise<Uint8Array> | Uint8Array;
}

export const FIGURE_FORMATS = [
  {
    name: 'svg',
    describe: 'SVG document',
    endings: ENDINGS.svg,
    isBinary: false,
    bytes: async (figure) => new TextEncoder().encode(await toSvg(figure)),
  },
  { name: 'png', describe: 'PNG image', endings: ENDINGS.png, isBinary: true, bytes: toPng },
  {
    name: 'vl.json',
    describe: 'Vega-Lite document',
    endings: ENDINGS.vegaLite,
    isBinary: false,
    bytes: (figure) => new TextEncoder().encode(toVegaLite(figure)),
  },
] as const satisfies readonly FigureFileFormat[];

/** A format of figures. */
export type FigureFormat = (typeof FIGURE_FORMATS)[number]['name'];

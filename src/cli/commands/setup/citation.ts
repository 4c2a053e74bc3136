/** How the program is cited, in the formats that people paste. */
import { packageText } from '../../../common/package-root.js';

const TITLE = 'takeaway: a streaming data engine for subtraction games';
const AUTHOR = 'The takeaway authors';
const YEAR = 2026;

export const CITATION_FORMATS = ['plain', 'bibtex', 'cff'] as const;
export type CitationFormat = (typeof CITATION_FORMATS)[number];

export function citation(format: CitationFormat, version: string): string {
  return WRITERS[format](version);
}

/** The paper whose experiments and sieve the program began with. */
export const PAPER = {
  plain:
    'David Eppstein. Faster Evaluation of Subtraction Games. In 9th International Conference on Fun with Algorithms (FUN 2018), LIPIcs 100, 20:1-20:12, 2018. https://doi.org/10.4230/LIPIcs.FUN.2018.20\n',
  bibtex: `@inproceedings{eppstein2018faster,
  author    = {Eppstein, David},
  title     = {Faster Evaluation of Subtraction Games},
  booktitle = {9th International Conference on Fun with Algorithms (FUN 2018)},
  series    = {LIPIcs},
  volume    = {100},
  pages     = {20:1--20:12},
  year      = {2018},
  doi       = {10.4230/LIPIcs.FUN.2018.20}
}
`,
} as const;

const WRITERS: Readonly<Record<CitationFormat, (version: string) => string>> = {
  plain: (version) => `${AUTHOR}. ${TITLE}, version ${version}, ${YEAR}. Computer software, MIT license.\n`,
  bibtex: (version) => `@software{takeaway,
  author  = {{${AUTHOR}}},
  title   = {${TITLE}},
  version = {${version}},
  year    = {${YEAR}},
  license = {MIT}
}
`,
  cff: () => packageText('CITATION.cff'),
};

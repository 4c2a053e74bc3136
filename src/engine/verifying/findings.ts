/** Findings about a block, before they are reported as problems. */
import type { BlockRecord, WithDigest } from '../../store/records.js';
import { blockFileName } from '../../store/files/store-folder.js';
import type { Contradiction } from '../extending/samples.js';

/** Maximum number of wrong positions named for a block: one that is wrong all over would bury the others. */
const MAX_NAMED = 16;

export interface Finding {
  readonly block: WithDigest<BlockRecord>;
  /** Problem of a row from which nothing can be computed. */
  readonly row?: string | undefined;
  /** Difference between its file and its row. */
  readonly damage?: string | undefined;
  /** Differences between its row and its values. */
  readonly counts: readonly string[];
  /** Errors in its values. */
  readonly wrong: readonly string[];
}

/** Whether a row allows computing values: the file name repeats its range and hash. */
export function isSound(block: BlockRecord): boolean {
  const isRange =
    Number.isSafeInteger(block.start) && Number.isSafeInteger(block.stop) && block.start < block.stop;
  return isRange && block.file === blockFileName(block, block.sha256);
}

/** Whether computing a block again, or counting its values, repairs every finding. */
export function isMendable({ damage, counts, wrong }: Finding): boolean {
  return damage !== undefined || (counts.length > 0 && wrong.length === 0);
}

/** Returns the findings about a block as texts. */
export function textsOf({ row, damage, counts, wrong }: Finding): string[] {
  return [row, damage, ...counts, ...wrong].filter((text) => text !== undefined);
}

/** Adds contradictions with the definition to the findings about their blocks, which increase. */
export function withContradictions(
  findings: readonly Finding[],
  contradictions: readonly Contradiction[],
): Finding[] {
  const increasing = [...contradictions].sort((a, b) => a.position - b.position);
  let next = 0;
  return findings.map((finding) => {
    const first = next;
    while (next < increasing.length && increasing[next].position < finding.block.stop) next++;
    const own = increasing.slice(first, next);
    const named = own.slice(0, MAX_NAMED).map(({ position, found }) => `position ${position} is ${found}`);
    const more = own.length - named.length;
    if (more > 0) named.push(`${more} more of the sampled positions are wrong`);
    return { ...finding, wrong: [...finding.wrong, ...named] };
  });
}

/** What looking at a block finds, before it is told as problems. */
import type { BlockRecord, WithDigest } from '../../store/records.js';
import { blockFileName } from '../../store/files/store-folder.js';
import type { Contradiction } from '../extending/samples.js';

/** Wrong positions of a block that are named: a block that is wrong all over would bury the others. */
const MAX_NAMED = 16;

/** What is wrong with a block. */
export interface Finding {
  readonly block: WithDigest<BlockRecord>;
  /** Its row is one that nothing can be computed from. */
  readonly row?: string | undefined;
  /** Its file is not what its row says. */
  readonly damage?: string | undefined;
  /** Its row does not fit its values. */
  readonly counts: readonly string[];
  /** Its values are not right. */
  readonly wrong: readonly string[];
}

/** Whether values can be computed for a row: a name has the range and the hash of its file. */
export function isSound(block: BlockRecord): boolean {
  const isRange =
    Number.isSafeInteger(block.start) && Number.isSafeInteger(block.stop) && block.start < block.stop;
  return isRange && block.file === blockFileName(block, block.sha256);
}

/** Whether computing a block again, or counting its values, mends all that is wrong with it. */
export function isMendable({ damage, counts, wrong }: Finding): boolean {
  return damage !== undefined || (counts.length > 0 && wrong.length === 0);
}

/** All that is wrong with a block, in words. */
export function textsOf({ row, damage, counts, wrong }: Finding): string[] {
  return [row, damage, ...counts, ...wrong].filter((text) => text !== undefined);
}

/** The same findings, which increase, with what the definition says against positions of their blocks. */
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

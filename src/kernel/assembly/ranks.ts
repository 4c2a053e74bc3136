/**
 * Kernels for remoteness by dynamic programming, for ranks of 1, 2 and 4 bytes. Contracts: ../kernels.ts. A subtrahend leads
 * from a run of positions to a run of lower ones, so the least ranks of a run are a minimum of vectors. They are kept in the
 * place of the positions' own ranks. Four subtrahends are combined, so that one store serves four loads.
 */

import { RankJob } from '../layout';
import { field } from './struct';

/** Bytes of a vector. */
const VECTOR: usize = 16;
/** Positions decided together: longer subtrahends lead from all of them to finished positions. */
const GROUP: i32 = 16;

/** Lowers the ranks [own, end) to those `a`, `b`, `c` and `d` bytes below them. */
// @ts-ignore: decorator
@inline
function lowerByFour<T>(own: usize, end: usize, a: usize, b: usize, c: usize, d: usize): void {
  for (; own + VECTOR <= end; own += VECTOR) {
    const ab = v128.min<T>(v128.load(own - a), v128.load(own - b));
    const cd = v128.min<T>(v128.load(own - c), v128.load(own - d));
    v128.store(own, v128.min<T>(v128.load(own), v128.min<T>(ab, cd)));
  }
  for (; own < end; own += sizeof<T>()) {
    const ab = min(load<T>(own - a), load<T>(own - b));
    const cd = min(load<T>(own - c), load<T>(own - d));
    store<T>(own, min(load<T>(own), min(ab, cd)));
  }
}

// @ts-ignore: decorator
@inline
function bytesBelow<T>(subtrahend: usize): usize {
  return <usize>load<u32>(subtrahend) * sizeof<T>();
}

/** Lowers `lanes` ranks from `own` on by the increasing subtrahends [at, end). `valid` positions lie below the first. */
// @ts-ignore: decorator
@inline
function lower<T>(own: usize, lanes: i32, valid: u32, at: usize, end: usize): void {
  const stop = own + <usize>lanes * sizeof<T>();
  for (; at + 16 <= end && load<u32>(at, 12) <= valid; at += 16) {
    lowerByFour<T>(
      own,
      stop,
      bytesBelow<T>(at),
      bytesBelow<T>(at + 4),
      bytesBelow<T>(at + 8),
      bytesBelow<T>(at + 12),
    );
  }
  for (; at < end && load<u32>(at) < valid + <u32>lanes; at += 4) {
    const s = load<u32>(at);
    const first = own + (s <= valid ? 0 : <usize>(s - valid) * sizeof<T>());
    const below = bytesBelow<T>(at);
    lowerByFour<T>(first, stop, below, below, below, below);
  }
}

function rankShare<T>(job: usize, share: i32): void {
  const length = <i32>field(job, RankJob.share);
  const first = share * length;
  const lanes = min(length, <i32>field(job, RankJob.lanes) - first);
  const index = <u32>field(job, RankJob.origin) + <u32>first;
  const own = field(job, RankJob.ranks) + <usize>index * sizeof<T>();
  memory.fill(own, 0xff, <usize>lanes * sizeof<T>());
  const at = field(job, RankJob.subtrahends);
  lower<T>(own, lanes, index, at, at + 4 * field(job, RankJob.count));
}

function decide<T>(job: usize): i32 {
  const worst: T = <T>-1;
  const half: T = worst >> 1;
  const lanes = <i32>field(job, RankJob.lanes);
  const origin = <u32>field(job, RankJob.origin);
  const smallest = <u32>field(job, RankJob.smallest);
  const ranks = field(job, RankJob.ranks);
  const at = field(job, RankJob.subtrahends);
  const end = at + 4 * field(job, RankJob.count);
  let long = at;
  while (long < end && load<u32>(long) < <u32>GROUP) long += 4;
  for (let group = 0; group < lanes; group += GROUP) {
    const valid = origin + <u32>group;
    const start = ranks + <usize>valid * sizeof<T>();
    lower<T>(start, min(GROUP, lanes - group), valid, long, end);
    for (let lane = group; lane < min(group + GROUP, lanes); lane++) {
      const position = origin + <u32>lane;
      const own = ranks + <usize>position * sizeof<T>();
      let best = load<T>(own);
      for (let short = at; short < long && load<u32>(short) <= position; short += 4) {
        best = min(best, load<T>(own - bytesBelow<T>(short)));
      }
      if (position < smallest) store<T>(own, 0);
      else if (best <= half) store<T>(own, worst - best);
      else if (best == half + 1) return lane;
      else store<T>(own, worst - best + 1);
    }
  }
  return lanes;
}

export function rankFar(job: usize, share: i32): void {
  const bytes = field(job, RankJob.bytes);
  if (bytes == 1) rankShare<u8>(job, share);
  else if (bytes == 2) rankShare<u16>(job, share);
  else rankShare<u32>(job, share);
}

export function decideRemoteness(job: usize): i32 {
  const bytes = field(job, RankJob.bytes);
  if (bytes == 1) return decide<u8>(job);
  if (bytes == 2) return decide<u16>(job);
  return decide<u32>(job);
}

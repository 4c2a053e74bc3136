/**
 * Whose turn it is among requests. There are four lanes, each with processes, a time, and requests that wait for it:
 *
 * - A request begins in the lane of those whose like were short before, or in that of new ones; in the last one where it is
 *   known beforehand to take long.
 * - When its time is over it goes on in the next lane, if a place there is free, or where it is if nobody waits there. Else it
 *   is stopped, waits for the next lane, and begins again.
 * - Of those that wait for the lanes of unknown length the latest and the oldest begin in turn: however many wait that will
 *   turn out long, a new one is looked at soon, and no old one is passed over for ever.
 * - Those that are known to be dear wait for two seconds at most, and are refused then. Before, a client that takes its answer
 *   slowly loses its place to them.
 */
import { busyError, crashError, fullError, tooMuchTimeError } from './failures.js';
import { Hand, type Answering } from './hand.js';
import { Job, type Client } from './job.js';

/**
 * Of each lane: processes; milliseconds that the processor may work for a request; the lane after it; who begins, the oldest, or
 * this and the latest in turn; and milliseconds that a request waits for it at most.
 */
const LANES = [
  { places: 1, time: 300, next: 2, isInTurn: false, patience: undefined },
  { places: 1, time: 250, next: 2, isInTurn: true, patience: undefined },
  { places: 1, time: 2500, next: 3, isInTurn: true, patience: 2000 },
  { places: 2, time: 120_000, next: undefined, isInTurn: false, patience: 2000 },
] as const;
const [SHORT, NEW, LONG] = [0, 1, 3];
/** Requests that wait, at most, in each lane. */
const MOST_WAITING = 64;
/** Kinds of requests that are remembered as short. */
const MOST_SHORT = 256;

type Lane = (typeof LANES)[number] & {
  /** As they came. */
  readonly waiting: Job[];
  isLatestNext: boolean;
  /** As many as there are places at most. */
  hands: Hand[];
};

/** Processes, those at work, requests that wait, and answers that were cut so far because their process had ended. */
export interface Census {
  readonly processes: number;
  readonly working: number;
  readonly waiting: number;
  readonly cut: number;
}

export class Crew {
  readonly #start: () => Answering;
  readonly #lanes: readonly Lane[] = LANES.map((lane) => ({
    ...lane,
    ...{ waiting: [], isLatestNext: true, hands: [] },
  }));
  readonly #short = new Set<string>();
  #hasEnded = false;
  #cut = 0;

  constructor(start: () => Answering) {
    this.#start = start;
  }

  get census(): Census {
    const hands = this.#lanes.flatMap((lane) => lane.hands.filter(({ hasEnded }) => !hasEnded));
    const working = hands.filter(({ job }) => job !== undefined).length;
    const waiting = this.#lanes.reduce((sum, lane) => sum + lane.waiting.length, 0);
    return { processes: hands.length, working, waiting, cut: this.#cut };
  }

  /** Has a process answer. Rejects with a refusal where too many wait, or the work takes too much time or memory. */
  answer(client: Client): Promise<Response> {
    const job = new Job(client, () => this.#leave(job));
    if (client.signal.aborted) job.leave();
    else this.#wait(job, client.isLong ? LONG : this.#short.has(job.kind) ? SHORT : NEW);
    return job.response;
  }

  /** Ends all processes; what they were doing fails. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const { waiting } of this.#lanes)
      for (const job of waiting.splice(0)) job.fail(busyError(MOST_WAITING));
    await Promise.all(this.#lanes.flatMap(({ hands }) => hands.map((hand) => hand.end())));
  }

  #wait(job: Job, at: number): void {
    const lane = this.#lanes[at];
    lane.waiting.push(job);
    // Who would have waited longest.
    const most = lane.isInTurn ? 0 : -1;
    if (lane.waiting.length > MOST_WAITING) lane.waiting.splice(most, 1)[0].fail(busyError(MOST_WAITING));
    this.#fill(lane);
    this.#refuseLater(job, lane);
  }

  /** Refuses a job that has waited for as long as it may, unless a place can be freed for it. */
  #refuseLater(job: Job, lane: Lane): void {
    const { waiting, patience } = lane;
    if (patience === undefined || !waiting.includes(job)) return;
    setTimeout(() => {
      if (!waiting.includes(job)) return;
      const slow = lane.hands.find((hand) => hand.isWanted && hand.job?.isTakenSlowly === true);
      if (slow === undefined) {
        waiting.splice(waiting.indexOf(job), 1);
        job.fail(fullError(patience / 1000));
      } else {
        slow.job?.leave();
        this.#refuseLater(job, lane);
      }
    }, patience).unref();
  }

  /** Has the processes of a lane begin with the next jobs, where there are both. */
  #fill(lane: Lane): void {
    if (this.#hasEnded) return;
    // To start takes a fifth of a second, for which those that are short need not wait.
    this.#freeHand(this.#lanes[SHORT]);
    while (lane.waiting.length > 0) {
      const hand = this.#freeHand(lane);
      if (hand === undefined) return;
      const job = lane.isInTurn && lane.isLatestNext ? lane.waiting.pop()! : lane.waiting.shift()!;
      lane.isLatestNext = !lane.isLatestNext;
      void this.#do(job, hand);
    }
  }

  /** A process of a lane that does nothing; a new one where it has fewer than it may; none where all are at work. */
  #freeHand(lane: Lane): Hand | undefined {
    lane.hands = lane.hands.filter((hand) => !hand.hasEnded || hand.job !== undefined);
    const idle = lane.hands.find(({ job }) => job === undefined);
    if (idle !== undefined || lane.hands.length === lane.places) return idle;
    const hand = new Hand(this.#start());
    lane.hands.push(hand);
    return hand;
  }

  /** The lane that a process works for now. */
  #laneOf(hand: Hand): Lane {
    return this.#lanes.find(({ hands }) => hands.includes(hand))!;
  }

  async #do(job: Job, hand: Hand): Promise<void> {
    const isOver = hand.do(job).then(
      (worked) => {
        if (worked !== undefined) this.#remember(job.kind, worked < LANES[SHORT].time);
      },
      (error: unknown) => {
        if (job.hasBegun) this.#cut++;
        job.fail(crashError(error));
      },
    );
    this.#limit(job, hand);
    await isOver;
    this.#fill(this.#laneOf(hand));
  }

  /** Has a job leave its lane when its time there is over. */
  #limit(job: Job, hand: Hand): void {
    hand.after(this.#laneOf(hand).time, () => {
      this.#rise(job, hand);
      if (hand.isWanted) this.#limit(job, hand);
    });
  }

  #rise(job: Job, hand: Hand): void {
    // An answer that has begun is taken by its client as fast as that can.
    if (job.hasBegun) return;
    const lane = this.#laneOf(hand);
    if (lane.next === undefined) {
      job.fail(tooMuchTimeError(lane.time / 1000));
      hand.stop();
      return;
    }
    const next = this.#lanes[lane.next];
    const isFree = next.hands.filter((each) => each.job !== undefined).length < next.places;
    if (!isFree && lane.waiting.length === 0) return;
    this.#short.delete(job.kind);
    if (isFree) {
      // A process of the next lane that does nothing takes its place.
      const idle = next.hands.find((each) => each.job === undefined);
      next.hands = [...next.hands.filter((each) => each !== idle), hand];
      lane.hands = [...lane.hands.filter((each) => each !== hand), ...(idle === undefined ? [] : [idle])];
      this.#fill(lane);
    } else {
      hand.stop();
      this.#wait(job, lane.next);
    }
  }

  /** Ends the work for a client that has gone. */
  #leave(job: Job): void {
    for (const { waiting, hands } of this.#lanes) {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
      for (const hand of hands) if (hand.job === job && hand.isWanted) hand.stop();
    }
  }

  #remember(kind: string, isShort: boolean): void {
    this.#short.delete(kind);
    if (isShort) this.#short.add(kind);
    if (this.#short.size > MOST_SHORT) this.#short.delete(this.#short.values().next().value!);
  }
}

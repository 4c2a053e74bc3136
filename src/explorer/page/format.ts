/** Numbers as people read them, and reading them as people write them. */

/** 1 234 567 with narrow spaces that do not break. */
export function grouped(value: number): string {
  return value < 10_000 ? String(value) : String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** 44.9 %. */
export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}\u202f%`;
}

/** `1 move`, `2 moves`. */
export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** A time span: 0.4 s, 3 min 20 s. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The number that 16777216, 16_777_216, 2^24 or 1e7 stands for; undefined where it is none below 2^53. */
export function readNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[\s_\u202f,]/g, '');
  const power = /^(\d+)\^(\d+)$/.exec(plain);
  const value =
    power === null
      ? /^\d+(\.\d+)?(e\+?\d+)?$/i.test(plain)
        ? Number(plain)
        : NaN
      : Number(power[1]) ** Number(power[2]);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Between a least and a most. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

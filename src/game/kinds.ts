/** Kinds of finite sets by the sums of their elements, and by which of these is a period (Larsson and Saha, arXiv 2405.20054). */

/** Whether an increasing set with 0 is its own mirror image; for three elements, whether two add up to the third. */
export function isSymmetric(set: readonly number[]): boolean {
  const size = set.length;
  for (let i = 0; 2 * i < size - 1; i++) if (set[i] + set[size - 2 - i] !== set[size - 1]) return false;
  return true;
}

/** Whether two different elements of an increasing set add up to the largest. */
export function isAdditive(set: readonly number[]): boolean {
  const largest = set[set.length - 1];
  let [low, high] = [0, set.length - 2];
  while (low < high && set[low] + set[high] !== largest) {
    if (set[low] + set[high] < largest) low++;
    else high--;
  }
  return low < high;
}

const PAIRS = [
  { name: 's1+s2', of: [0, 1] },
  { name: 's1+s3', of: [0, 2] },
  { name: 's2+s3', of: [1, 2] },
] as const;

export const SUMS_OF_THREE = PAIRS.map(({ name }) => name);

/** The first two of three elements that add up to the period, if any; null for other numbers of elements. */
export function periodSum(set: readonly number[], period: number): (typeof PAIRS)[number]['name'] | null {
  if (set.length !== 3) return null;
  return PAIRS.find(({ of: [i, j] }) => set[i] + set[j] === period)?.name ?? null;
}

export const KINDS_OF_THREE = ['additive', ...SUMS_OF_THREE, 'divides a sum', 'other', 'not proven'] as const;
export const KINDS_OF_MANY = ['symmetric', 'additive', 'other', 'not proven'] as const;

export type SetKind = (typeof KINDS_OF_THREE)[number] | (typeof KINDS_OF_MANY)[number];

/**
 * The kind of an increasing set with its period; period 0 means that none is proven. For three elements that are not additive,
 * it names the sum of two that is the period, or says that the period properly divides one.
 */
export function kindOf(set: readonly number[], period: number): SetKind {
  if (period === 0) return 'not proven';
  // Symmetric sets of more elements are additive too.
  if (set.length !== 3 && isSymmetric(set)) return 'symmetric';
  if (isAdditive(set)) return 'additive';
  if (set.length !== 3) return 'other';
  const dividesSum = PAIRS.some(({ of: [i, j] }) => (set[i] + set[j]) % period === 0);
  return periodSum(set, period) ?? (dividesSum ? 'divides a sum' : 'other');
}

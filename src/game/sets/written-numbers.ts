/** Increasing integers as text: every one written out, which names of sets rest on, or runs of them as ranges. */

/** Bytes of a part, and of a number with its comma at most. */
const PART_BYTES = 2 ** 16;
const LONGEST_NUMBER = 17;

/** `1,2,3,7`, in parts. Cost: some 20 ns a number. */
export function* writtenOut(numbers: Float64Array): Generator<string, void, undefined> {
  const bytes = new Uint8Array(PART_BYTES);
  const decoder = new TextDecoder();
  let length = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (length + LONGEST_NUMBER > PART_BYTES) {
      yield decoder.decode(bytes.subarray(0, length));
      length = 0;
    }
    if (i > 0) bytes[length++] = 0x2c;
    length = writeDigits(bytes, length, numbers[i]);
  }
  yield decoder.decode(bytes.subarray(0, length));
}

/** Writes the digits of a number from 0 to 2^53 - 1 at an index; returns where they end. */
function writeDigits(bytes: Uint8Array, start: number, number: number): number {
  let end = start + 1;
  for (let power = 10; power <= number; power *= 10) end++;
  let rest = number;
  let i = end;
  // Above 2^31 the machine's integers do not reach.
  for (; rest > 0x7fffffff; rest = Math.floor(rest / 10)) bytes[--i] = 48 + (rest % 10);
  let small = rest | 0;
  while (i > start) {
    const tenth = (small / 10) | 0;
    bytes[--i] = 48 + small - 10 * tenth;
    small = tenth;
  }
  return end;
}

/** `1..3,7`: the same numbers, with runs of three and more as ranges. */
export function writtenInRuns(numbers: Float64Array): string {
  const words: string[] = [];
  for (let i = 0; i < numbers.length;) {
    let end = i + 1;
    while (end < numbers.length && numbers[end] === numbers[end - 1] + 1) end++;
    if (end - i > 2) words.push(`${numbers[i]}..${numbers[end - 1]}`);
    else for (let k = i; k < end; k++) words.push(String(numbers[k]));
    i = end;
  }
  return words.join(',');
}

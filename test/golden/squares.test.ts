/** Subtract-a-square against public facts: OEIS files, counts, hashes (each with its source in the name). */
import { createHash } from 'node:crypto';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/index.js';
import { extendOnce } from '../support/store.js';

const COLD_TO = 2 ** 26;
const NIM_TO = 1_048_576;

/** Cold positions up to and including P, count@P (Eppstein 2016). */
const COUNTS_AT =
  '22@109 39@204 66@425 99@827 158@1625 255@3209 419@6414 682@12812 1087@25647 1752@51202 2821@102517 ' +
  '4497@204817 7436@409687 12068@819267 19659@1638632 31742@3276892 51489@6553775 83851@13107272 ' +
  '136858@26215012 221074@52429275';

/** First position of nim-value 0, 1, 2, ... (OEIS A297963). */
const FIRST_POSITIONS = [
  0, 1, 4, 25, 28, 29, 75, 103, 200, 234, 315, 364, 479, 633, 802, 1054, 1173, 1311, 1894, 2058, 2173, 2419,
  3244, 3648, 4249, 4474, 4982, 5943, 6133, 6809, 7429, 8590, 8654, 9419, 10284, 11728, 12152, 13884, 15493,
  16623, 17312, 18389, 19745, 20528, 22111, 23472,
];

describe('subtract-a-square', () => {
  let folder: string;
  let store: Store;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'takeaway-golden-'));
    await extendOnce(folder, 'squares', { to: COLD_TO, series: 'cold' });
    await extendOnce(folder, 'squares', { to: NIM_TO, series: 'nim' });
    store = await openStore(folder, { readOnly: true });
  });

  afterAll(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const exported = async (series: 'cold' | 'nim', to: number): Promise<string> => {
    const hash = createHash('sha256');
    for await (const bytes of store.export('squares', { series, format: 'bfile', to })) hash.update(bytes);
    return hash.digest('hex');
  };

  const coldBelow = async (to: number): Promise<number> => {
    let count = 0;
    for await (const batch of store.scan('squares', { columns: ['cold'], to })) {
      for (const isCold of batch.getChild('cold')) count += Number(isCold);
    }
    return count;
  };

  it('exports b014586 byte for byte (OEIS)', async () => {
    expect(await exported('nim', 10_001)).toBe(
      '931eb17bcf07d057955b4b21f68683a5d7741a507e2f2a19c693a1f59b1e19c5',
    );
  });

  it('exports b030193 byte for byte (OEIS): all cold positions below 2^23', async () => {
    expect(await exported('cold', 2 ** 23)).toBe(
      '5ae7b8748744d84f1c7a63dba8d6e73363f1dca8450a2933f13abd3f18626ec7',
    );
  });

  it('has the known value hashes', async () => {
    const hash = (series: 'cold' | 'nim', to: number): Promise<string> =>
      store.valueHash('squares', series, { to });
    expect(await hash('cold', 2 ** 20)).toBe(
      '0202f42a3688e3d51b4d4d2be61e00f6c5bbc487230803df546a673f635e27b2',
    );
    expect(await hash('cold', 2 ** 24)).toBe(
      '910dbf351fa1b3e7ec6e76b740398c50f3e1936408e138527c2b0fe21b4fa3c0',
    );
    expect(await hash('nim', 1e6)).toBe('2ce38566dfa71200182f2485d29b33f78002d10449cdf4bade247180a70236f6');
  });

  it('has the known numbers of cold positions', async () => {
    expect(await coldBelow(1e3)).toBe(115);
    expect(await coldBelow(1e4)).toBe(579);
    expect(await coldBelow(1e5)).toBe(2781);
    expect(store.info('squares')[0].series.cold?.coldCount).toBe(262_950);
  });

  it.each(COUNTS_AT.split(' '))('has %s cold positions (Eppstein 2016)', async (entry) => {
    const [count, position] = entry.split('@').map(Number);
    const [line] = await lastLine(store, position + 1);
    expect(line).toBe(`${count - 1} ${position}`);
  });

  it('has the first positions of A297963 and the largest nim-value 170 below 2^20', async () => {
    const values = await store.nimValues(
      'squares',
      Array.from({ length: 23_473 }, (_, n) => n),
    );
    expect(FIRST_POSITIONS.map((__, value) => values.indexOf(value))).toEqual(FIRST_POSITIONS);
    expect(store.info('squares')[0].series.nim?.largestNimValue).toBe(170);
  });
});

/** The last line of the cold b-file of [0, to): every listed P is itself cold. */
async function lastLine(store: Store, to: number): Promise<string[]> {
  let text = '';
  for await (const bytes of store.export('squares', { series: 'cold', format: 'bfile', from: to - 1, to })) {
    text += Buffer.from(bytes).toString();
  }
  return text.trim().split('\n').slice(-1);
}

/** Certificates: what is right is proved, and any single wrong value is found, with a counterexample that is one. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  certify,
  coldByDefinition,
  nimValuesByDefinition,
  openStore,
  readGame,
  type Game,
  type Store,
} from '../../src/index.js';
import { nimValueByDefinition } from '../../src/game/definition.js';
import type { Certificate, CertificateOptions } from '../../src/certificate/certificate.js';
import { columnOfBits, columnOfIntegers } from '../../src/columnar/layout.js';
import { createBitset, setBit } from '../../src/kernel/bitset.js';
import { cutAtMultiples, type Range } from '../../src/common/range.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

async function certificateOf(game: string, options: CertificateOptions = {}): Promise<Certificate> {
  const store = await openStore(folder, { readOnly: true });
  try {
    return await certify(store, game, options);
  } finally {
    store.close();
  }
}

/** A store that has the given values, right or wrong, in blocks of 64. */
function storeOf(game: Game, cold: readonly boolean[], nim: readonly number[] = []): Store {
  const values = { cold: cold.map(Number), nim };
  const source = (_: string, series: 'cold' | 'nim'): unknown => {
    const range = { start: 0, stop: values[series].length };
    return {
      game,
      range,
      parts: [...cutAtMultiples(range, 64)],
      view: { coldBefore: () => Promise.resolve(cold.filter(Boolean).length) },
      breathe: () => undefined,
      read: ({ start, stop }: Range) => {
        const run = values[series].slice(start, stop);
        if (series === 'nim') return Promise.resolve(columnOfIntegers(Uint16Array.from(run)));
        const bits = createBitset(run.length);
        run.forEach((isCold, k) => {
          if (isCold === 1) setBit(bits, k);
        });
        return Promise.resolve(columnOfBits(bits, run.length));
      },
    };
  };
  const info = (): unknown => [{ series: { nim: { frontier: nim.length } } }];
  const storedStates = (): Promise<unknown[]> => Promise.resolve([]);
  return { storedSource: source, storedStates, info } as unknown as Store;
}

const failing = ({ claims }: Certificate): string[] =>
  claims.filter(({ holds }) => !holds).map(({ claim }) => claim);

describe('a certificate', () => {
  it.each([
    ['squares', 2000, 64],
    ['squares', 5000, 1024],
    ['{2,3,7}', 500, 64],
    ['{100}', 250, 64],
    ['primes', 1000, 64],
    ['odd', 400, 64],
    ['all-but{2,3}', 300, 64],
  ])('of %s below %i in blocks of %i holds', async (game, to, blockLength) => {
    await extendOnce(folder, game, { to, blockLength });
    const certificate = await certificateOf(game, { mex: true });
    const range = { start: 0, stop: to };
    expect(certificate.claims.map(({ claim }) => claim)).toEqual([
      'difference-free',
      'maximal',
      'pairing',
      'zeros',
      'mex',
    ]);
    for (const claim of certificate.claims) expect(claim).toMatchObject({ range, holds: true });
    expect(certificate.ok).toBe(true);
    expect(certificate.coldCount).toBe(coldByDefinition(readGame(game).set, to).filter(Boolean).length);
  });

  it('finds any cold bit that is wrong', async () => {
    const game = readGame('squares');
    const right = coldByDefinition(game.set, 200);
    for (let n = 0; n < 200; n++) {
      const cold = right.map((isCold, k) => (k === n ? !isCold : isCold));
      const certificate = await certify(storeOf(game, cold), 'squares');
      expect(certificate.ok).toBe(false);
      const [free, maximal] = certificate.claims;
      // A cold position that is missing is itself an outsider; one too many has a cold option.
      if (right[n]) expect(maximal.counterexample).toBe(`${n} is hot, and has no move to a cold position`);
      else
        expect(free.counterexample).toMatch(
          new RegExp(`^${n} is cold, and so is \\d+, a move of \\d+ away$`),
        );
    }
  });

  it('finds any nim-value that is wrong', async () => {
    const game = readGame('squares');
    const cold = coldByDefinition(game.set, 150);
    const right = nimValuesByDefinition(game.set, 150);
    for (let n = 0; n < 150; n++) {
      for (const wrong of [0, 1, 2, 3, 40].filter((value) => value !== right[n])) {
        const nim = right.map((value, k) => (k === n ? wrong : value));
        const found = failing(await certify(storeOf(game, cold, nim), 'squares', { mex: true }));
        expect(found.at(-1)).toBe('mex');
        expect(found.includes('zeros')).toBe((wrong === 0) !== (right[n] === 0));
        expect(found.includes('pairing')).toBe(nim.some((value, k) => (value === 1) !== (nim[k - 1] === 0)));
      }
    }
  });

  it('allows what hotspots declare', async () => {
    const squares = readGame('squares');
    const game = readGame('squares hotspots {5,10}');
    const cold = coldByDefinition(squares.set, 300, (n) => n === 5 || n === 10);
    expect((await certify(storeOf(game, cold), 'squares')).ok).toBe(true);
    const plain = await certify(storeOf(squares, cold), 'squares');
    expect(failing(plain)).toEqual(['maximal']);
    expect(plain.claims[1].counterexample).toBe('5 is hot, and has no move to a cold position');
    const unheeded = coldByDefinition(squares.set, 300);
    expect(failing(await certify(storeOf(game, unheeded), 'squares'))).toContain('declared');
  });

  it('looks each hotspot up in its own place of a block that takes several turns', async () => {
    // 3 is cold, and 2^20 + 3, a turn further, is a hotspot.
    const game = '{1,2} hotspots {1048579}';
    await extendOnce(folder, game, { to: 2 ** 20 + 8, series: 'cold' });
    expect(await certificateOf(game)).toMatchObject({ ok: true, declares: 'hotspots' });
  });

  it('allows what a seed declares, and has no pairing then', async () => {
    const set = readGame('{2,3}').set;
    const seed = [3, 0, 1];
    const nim = [...seed];
    for (let n = seed.length; n < 200; n++) nim.push(nimValueByDefinition(set, n, (k) => nim[k]));
    const cold = nim.map((value) => value === 0);
    const game = readGame('{2,3} seed [3,0,1]');
    expect(game.seed).toEqual(seed);
    const certificate = await certify(storeOf(game, cold, nim), 'seeded', { mex: true });
    expect(certificate.claims.map(({ claim, series }) => `${claim} ${series}`)).toEqual([
      'declared cold',
      'declared nim',
      'difference-free cold',
      'maximal cold',
      'zeros nim',
      'mex nim',
    ]);
    expect(certificate.declares).toBe('seed');
    expect(certificate.ok).toBe(true);
    const plain = await certify(storeOf(readGame('{2,3}'), cold, nim), 'plain', { mex: true });
    expect(failing(plain)).toContain('mex');
  });

  it('does not take a seeded position for what the store says', async () => {
    const game = readGame('{30} seed [0,0,2,0,2]');
    const nim = [...(game.seed ?? [])];
    for (let n = nim.length; n < 100; n++) nim.push(nimValueByDefinition(game.set, n, (k) => nim[k]));
    const isCold = (values: readonly number[]): boolean[] => values.map((value) => value === 0);
    const wrongNim = nim.with(2, 1);
    expect(failing(await certify(storeOf(game, isCold(nim), wrongNim), 'seeded', { mex: true }))).toEqual([
      'declared',
    ]);
    for (let n = 0; n < game.seed!.length; n++) {
      if (nim[n] === 0) continue;
      const certificate = await certify(storeOf(game, isCold(nim), nim.with(n, 1)), 'seeded');
      const declared = certificate.claims.find((one) => one.claim === 'declared' && one.series === 'nim');
      expect(declared?.counterexample).toBe(`${n} has 1, and the seed says 2`);
    }
    const far = readGame('{27} seed [0,2,0,2,2,2,1]');
    const cold = isCold(far.seed ?? []).with(5, true);
    for (let n = cold.length; n < 27; n++) cold.push(true);
    const certificate = await certify(storeOf(far, cold), 'seeded');
    expect(failing(certificate)).toEqual(['declared']);
    expect(certificate.claims[0].counterexample).toBe('5 has 1, and the seed says 0');
  });

  it.each(['squares hotspots {5,10}', '{2,3} seed [3,0,1]'])('of the stored %s holds', async (game) => {
    await extendOnce(folder, game, { to: 3000, blockLength: 1024 });
    expect((await certificateOf(game)).ok).toBe(true);
  });

  it('says how far it goes, and what it lacks', async () => {
    await extendOnce(folder, 'squares', { to: 1000, series: 'cold' });
    await extendOnce(folder, 'squares', { to: 300, series: 'nim' });
    const certificate = await certificateOf('squares', { to: 700 });
    expect(certificate.claims.map(({ range }) => range.stop)).toEqual([700, 700, 300, 300]);
    await expect(certificateOf('squares', { to: 1001 })).rejects.toThrow('is stored below 1000');
    await expect(certificateOf('cubes')).rejects.toThrow('Nothing of cubes');
    await extendOnce(folder, '{1,3,4}', { to: 1000, series: 'cold' });
    await expect(certificateOf('{1,3,4}', { mex: true })).rejects.toThrow(
      'Nothing of {1,3,4} (nim) is stored',
    );
    await expect(certificateOf('squares', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });

  it('is heard when it is to stop in the middle of a block', { tags: 'slow' }, async () => {
    await extendOnce(folder, 'squares', { to: 2 ** 25, series: 'cold' });
    const controller = new AbortController();
    const onProgress = (): void => void setTimeout(() => controller.abort(), 0);
    await expect(certificateOf('squares', { signal: controller.signal, onProgress })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});

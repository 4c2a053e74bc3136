/** Files of states: one is read for the game and the quantity that it was written for alone. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { BlockStore } from '../../src/store/block-store.js';
import type { StatesRecord } from '../../src/store/period-files.js';
import { temporaryFolder } from '../support/temporary.js';

const evidence = { examined: 30, needed: 4, seen: 20, valuesSha256: 'a'.repeat(64) };
const RECORD: StatesRecord = {
  ...{ game: '{1,3,4}', definition: '{1,3,4}', quantity: 'nim' },
  period: { preperiod: 0, period: 7, saltus: 0, evidence },
  ...{ apart: 64, states: [], coldBefore: [] },
};
let folder: string;
let path: (index: number) => string;

beforeEach(() => {
  folder = temporaryFolder();
  path = (index) => join(folder, 'periods', readdirSync(join(folder, 'periods'))[index]);
});

it('a file under the name of another game or quantity is damaged', async () => {
  const store = await BlockStore.open(folder, { readOnly: false });
  const { states } = store;
  await states.write(RECORD);
  const own = path(0);
  for (const [game, quantity] of [
    ['{1,2}', 'nim'],
    ['{1,3,4}', 'outcome'],
  ] as const) {
    const before = readdirSync(join(folder, 'periods'));
    await states.write({ ...RECORD, game, quantity });
    expect(await states.read(game, quantity)).toEqual({ ...RECORD, game, quantity });
    const other = readdirSync(join(folder, 'periods')).find((name) => !before.includes(name))!;
    cpSync(own, join(folder, 'periods', other));
    await expect(states.read(game, quantity)).rejects.toMatchObject({ code: 'corrupt' });
  }
  expect(await states.read(RECORD.game, 'nim')).toEqual(RECORD);
  store.close();
});

it('a file of which one byte is another one is damaged', async () => {
  const store = await BlockStore.open(folder, { readOnly: false });
  await store.states.write(RECORD);
  const right = readFileSync(path(0));
  for (const at of [0, 63, 64, 65, right.indexOf('"preperiod":0') + 12, right.length - 2]) {
    const wrong = Buffer.from(right);
    wrong[at] ^= 1;
    writeFileSync(path(0), wrong);
    await expect(store.states.read(RECORD.game, 'nim'), String(at)).rejects.toMatchObject({
      code: 'corrupt',
    });
  }
  writeFileSync(path(0), right);
  expect(await store.states.read(RECORD.game, 'nim')).toEqual(RECORD);
  store.close();
});

it('a file with states of different lengths is damaged', async () => {
  const store = await BlockStore.open(folder, { readOnly: false });
  for (const lengths of [
    [8, 4],
    [4, 8],
  ]) {
    const states = lengths.map((length) => new Uint8Array(length));
    await store.states.write({ ...RECORD, states, coldBefore: [16, 32] });
    await expect(store.states.read(RECORD.game, 'nim')).rejects.toMatchObject({ code: 'corrupt' });
  }
  store.close();
});

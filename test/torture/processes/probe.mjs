// Asks a store everything a reader may ask and answers each message with what came back, as text: a value, or an error
// by its code. A process of its own, so that a hang or an abort is seen from outside and ends nothing else.
import { openStore } from '../../../dist/index.js';

// Far positions are answered by the recorded period.
const FAR = [1_000_000, 123_456_789];

// Everything to ask, by name; `games` are those of the store, each with what is asked of it alone.
function questions(store, games) {
  const asked = { games: () => store.info().map(({ game, definition }) => [game, definition]) };
  for (const { game, to, isPeriodic } of games) {
    const positions = [0, 1, 5, 63, 64, 100, to - 1, ...(isPeriodic ? FAR : [])];
    asked[`frontiers of ${game}`] = () =>
      Object.entries(store.info(game)[0]?.series ?? {}).map(([name, { frontier }]) => [name, frontier]);
    asked[`summary of ${game}`] = () =>
      store.info(game).map(({ series, periods }) => {
        const all = Object.entries(series).map(([name, { methods: _, ...rest }]) => [name, rest]);
        return [all, periods];
      });
    asked[`query ${game}`] = async () =>
      (await store.query(game, positions)).map(({ hot, nimValue, winningMoves }) => [
        hot,
        nimValue,
        winningMoves,
      ]);
    asked[`cold of ${game}`] = async () => [...(await store.isCold(game, positions))];
    for (const series of ['cold', 'nim']) {
      asked[`values of ${game} ${series}`] = async () => {
        const runs = [];
        for await (const { values } of store.values(game, { series })) runs.push(...values);
        return runs.join(' ');
      };
      asked[`hash of ${game} ${series}`] = () => store.valueHash(game, series);
    }
  }
  asked['verify'] = async () => {
    const { ok, problems } = await store.verify({ threads: 1 });
    return ok ? 'ok' : { problems: problems.length, first: problems[0]?.problem };
  };
  return asked;
}

// An error as a word: its code, and for what is none of the library's own errors all there is.
function wordOf(error) {
  if (typeof error?.code === 'string' && error.name === 'TakeawayError' && error.code !== 'internal')
    return error.code;
  return `internal: ${error?.stack ?? String(error)}`;
}

process.on('message', async ({ folder, games }) => {
  const answers = {};
  let store;
  try {
    store = await openStore(folder, { readOnly: true });
  } catch (error) {
    process.send({ refused: wordOf(error), answers });
    return;
  }
  for (const [name, ask] of Object.entries(questions(store, games))) {
    try {
      answers[name] = { answer: JSON.stringify(await ask()) };
    } catch (error) {
      answers[name] = { error: wordOf(error) };
    }
  }
  store.close();
  process.send({ answers });
});

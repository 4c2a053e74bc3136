// Asks a store everything a reader may ask and answers each message with what came back, as text: a value, or an error
// by its code. A process of its own, so that a hang or an abort is seen from outside and ends nothing else.
import { analyzeRecords, openStore } from '../../../dist/index.js';

// Far positions are answered by the recorded period.
const FAR = [1_000_000, 123_456_789];

// Everything to ask, by name (a definition in other case is the same one); `games` are those of the store, each with what is
// asked of it alone; without any, only what is kept of analyses is in question. What is named `summary` or `known` the catalog
// alone says, and what is named `known` may be unknown as well.
function questions(store, games) {
  const asked = {};
  // What is kept of analyses has a file of its own; they look at squares alone.
  if (games.length !== 1) asked['analysis of squares'] = () => analyzeRecords(store, 'squares', { to: 128 });
  if (games.length > 1) {
    asked['summary: games'] = () =>
      store.info().map(({ game, definition }) => [game, definition.toLowerCase()]);
  }
  for (const { game, to, isPeriodic } of games) {
    const near = [0, 1, 5, 63, 64, to - 1].filter((n) => n < to);
    const query = async (positions) =>
      (await store.query(game, positions)).map(({ cold, nimValue, winningMoves }) => [
        !cold,
        nimValue,
        winningMoves,
      ]);
    const info = () => store.info(game).map(({ series }) => Object.entries(series));
    asked[`frontiers of ${game}`] = () => info()[0]?.map(([name, { frontier }]) => [name, frontier]) ?? null;
    asked[`summary of ${game}`] = () =>
      info()[0]?.map(([name, { methods: _, ...rest }]) => [name, rest]) ?? null;
    asked[`known of ${game}`] = () => store.info(game)[0]?.periods ?? null;
    asked[`query ${game}`] = () => query(near);
    if (isPeriodic) {
      asked[`far nim of ${game}`] = async () => [...(await store.nimValues(game, FAR))];
      asked[`far cold of ${game}`] = async () => [...(await store.isCold(game, FAR))];
    }
    asked[`values of ${game} nim`] = async () => {
      const runs = [];
      for await (const { values } of store.values(game, { series: 'nim', to })) runs.push(...values);
      return runs.join(' ');
    };
    asked[`hash of ${game} cold`] = () => store.valueHash(game, 'cold', { to });
  }
  asked['verify'] = async () => {
    const { ok, problems } = await store.verify({
      threads: 1,
      ...(games.length === 1 ? { game: games[0].game } : {}),
    });
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

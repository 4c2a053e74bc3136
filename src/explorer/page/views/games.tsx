/** The start of the page: a first game, a search, stories, and games as small rasters. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameEntry } from '../../contract.js';
import { getValues, type Values } from '../api.js';
import { isStatic, knownWord } from '../edition.js';
import { games as list } from '../facts.js';
import { withCommas } from '../format.js';
import { Cards, Field, Form } from '../kit/controls.js';
import { FirstHeap } from '../kit/first-heap.js';
import { ErrorBox, Loading } from '../kit/messages.js';
import { paletteOf } from '../raster/colours.js';
import { shared, useOwnResource, useResource } from '../resource.js';
import { gameText } from '../address.js';
import { seenGames } from '../seen.js';
import { goTo } from '../state.js';
import { addressOf, STORIES } from '../stories.js';
import { isDark } from '../theme.js';
import type { ViewProps } from '../view.js';

/** Cells of a small raster: every game has as many values at once. At this width squares have stripes. */
const WIDTH = 65;
const ROWS = 15;

export function Games({ linkToGame }: Omit<ViewProps<'games'>, 'facts'>) {
  const { answer, error } = list.value;
  const [search, setSearch] = useState('');
  const text = gameText(search);
  // Listed names are games. For text with a digit the server decides: a game has first values, which its card needs.
  const isAsked =
    text !== undefined && (/\d/.test(text) || answer?.games.some(({ game }) => game === text) === true);
  const first = useResource(isAsked ? `values ${text}` : undefined, async (until) => {
    await firstValues(text!, until);
    return text;
  });
  const isKnown = text !== undefined && first.error === undefined && first.answer === text;
  if (answer === undefined) return error === undefined ? <Loading /> : <ErrorBox error={error} />;
  const words = search.toLowerCase().trim();
  const fits = ({ game, description }: GameEntry): boolean =>
    `${game} ${description ?? ''}`.toLowerCase().includes(words);
  const games = answer.games.filter(fits);
  const isForm = ({ game }: GameEntry): boolean => /:[A-Z]/.test(game);
  const isStored = ({ stored }: GameEntry): boolean => Object.values(stored).some((stop) => stop > 0);
  const seen = seenGames().map(
    (game) => answer.games.find((each) => each.game === game) ?? { game, description: null, stored: {} },
  );
  const sections = [
    ['Seen last', seen.filter(fits)],
    [isStatic() ? 'Extended in this browser' : 'Stored here', games.filter(isStored)],
    ['Known by name', games.filter((each) => !isForm(each) && !isStored(each))],
  ] as const;
  const forms = games.filter(isForm);
  const shown = sections.flatMap(([, entries]) => entries);
  // A search with a single result opens that game.
  const open = (): void => {
    const only = new Set(shown.map(({ game }) => game)).size === 1 && !isKnown ? shown[0].game : text;
    if (only !== undefined) goTo(new URL(linkToGame(only), location.href));
  };
  const why = new URL(linkToGame('squares'), location.href);
  why.searchParams.set('why', '10');
  return (
    <>
      {words === '' && <FirstHeap whyLink={why.search} />}
      <Form onSubmit={open}>
        <Field label="Which numbers may be taken?">
          <input
            type="search"
            placeholder="1 3 4, squares, all-but:2,3 …"
            autocapitalize="off"
            spellcheck={false}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" disabled={text === undefined}>
          Open
        </button>
      </Form>
      {text !== undefined && isKnown && (
        <ul class="cards gallery found-game">
          <Card
            entry={{ game: text, description: null, stored: {} }}
            title={`Open ${text}`}
            href={linkToGame(text)}
          />
        </ul>
      )}
      {words === '' && (
        <section class="stories">
          <h2>Stories</h2>
          <Cards links={STORIES.map((story) => [addressOf(story, 1), story.title, story.lead])} />
        </section>
      )}
      {sections.map(
        ([title, entries]) =>
          entries.length > 0 && (
            <section key={title}>
              <h2>{title}</h2>
              <ul class="cards gallery">
                {entries.map((entry) => (
                  <Card key={entry.game} entry={entry} href={linkToGame(entry.game)} />
                ))}
              </ul>
            </section>
          ),
      )}
      {forms.length > 0 && (
        <section>
          <h2>With numbers of your own</h2>
          <ul>
            {forms.map(({ game, description }) => (
              <li key={game}>
                <code>{game}</code>
                {description !== null && `: ${description}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {sections.every(([, entries]) => entries.length === 0) && forms.length === 0 && (
        <p>{isKnown || first.isBusy ? '' : 'No game is written so, and none here is called so.'}</p>
      )}
    </>
  );
}

function Card({
  entry: { game, description, stored },
  href,
  title = game,
}: {
  entry: GameEntry;
  href: string;
  title?: string;
}) {
  const most = Math.max(0, ...Object.values(stored));
  return (
    <li>
      <a class="card" href={href}>
        <SmallRaster game={game} />
        <strong>{title}</strong>
        {description !== null && <span>{description}</span>}
        {most > 0 && <small>{` ${knownWord()} to ${withCommas(most)}`}</small>}
      </a>
    </li>
  );
}

/** Returns the first values of a game, requested once. */
function firstValues(game: string, until: AbortSignal): Promise<Values> {
  return shared(`first ${game}`, (end) => getValues(game, 'cold', 0, WIDTH * ROWS, end), until);
}

/** Small rasters request their values one after the other, so that other requests do not wait for all of them. */
let line: Promise<unknown> = Promise.resolve();

/** The first positions of a game, drawn once they scroll into view. */
function SmallRaster({ game }: { game: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const values = useOwnResource<Values>();
  const dark = isDark();
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      values.ask(game, async (until) => {
        const before = line;
        const mine = before.then(() => until.throwIfAborted());
        const work = mine.then(() => firstValues(game, until));
        line = work.catch(() => undefined);
        return work;
      });
    });
    observer.observe(canvas.current!);
    return () => observer.disconnect();
  }, [game]);
  const { answer } = values.state.value;
  useEffect(() => {
    const context = canvas.current!.getContext('2d');
    if (answer === undefined || context === null) return;
    const image = context.createImageData(WIDTH, ROWS);
    const { wordOf } = paletteOf('outcome', { least: 1, largest: 1 });
    new Uint32Array(image.data.buffer).set(Uint32Array.from(answer, wordOf));
    context.putImageData(image, 0, 0);
  }, [answer, dark]);
  return <canvas ref={canvas} class="small" width={WIDTH} height={ROWS} aria-hidden="true" />;
}

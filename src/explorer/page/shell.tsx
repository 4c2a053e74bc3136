/** The frame around every view: the field for a game, the menu, the tabs, the heading. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GameFacts, GamesAnswer } from '../contract.js';
import { gameText, printAddress, withGame, withView, type Address } from './address.js';
import { isStatic, knownWord } from './edition.js';
import { withCommas, percent } from './format.js';
import { extensions } from './facts.js';
import { TextInput } from './kit/controls.js';
import { Share } from './kit/share.js';
import { OeisLink, type OeisName } from './kit/words.js';
import { go, linkTo } from './state.js';
import { lackOf, PAGES, type View } from './view.js';
import { viewNamed, VIEWS } from './views.js';

/** A field for a game, with suggestions from the catalogue and the store. */
export function GameChooser({ now, games }: { now: Address; games: GamesAnswer | undefined }) {
  const { isOfNone = false } = viewNamed(now.view);
  const choose = (text: string): void => {
    const game = gameText(text);
    if (game === undefined || (game === now.game && !isOfNone)) return;
    go(isOfNone ? withView({ ...now, game }, 'overview') : withGame(now, game));
  };
  return (
    <form class="chooser" role="search" onSubmit={(event) => event.preventDefault()}>
      <span class="label" aria-hidden="true">
        Game
      </span>
      <TextInput
        name="game"
        list="games"
        autocapitalize="off"
        aria-label="Game: a name, a set such as {1,3,4}, or all-but:2,3"
        placeholder="squares, {1,3,4}, all-but:2,3 …"
        value={isOfNone ? '' : now.game}
        // The list of suggestions filters by the selected text.
        onFocus={(event) => event.currentTarget.select()}
        onChoose={choose}
      />
      <datalist id="games">
        {games?.games
          .filter(({ game }) => !/:[A-Z]/.test(game))
          .map(({ game, description, stored }) => (
            <option
              key={game}
              value={game}
              label={`${description ?? 'a set of your own'}${isStatic() || Object.keys(stored).length === 0 ? '' : ' (stored)'}`}
            />
          ))}
      </datalist>
    </form>
  );
}

interface MenuProps {
  readonly now: Address;
  readonly facts: GameFacts | undefined;
  readonly canWrite: boolean;
}

/** Returns the views of a page; the ones that write only if that is allowed, or one of them is shown. */
function viewsOf(page: View['page'], { now, canWrite }: MenuProps): View[] {
  return VIEWS.filter(
    (view) => view.page === page && (!view.isForWriting || canWrite || view.name === now.view),
  );
}

function isLacking(view: View, { facts }: MenuProps): boolean {
  return facts !== undefined && lackOf(view, facts) !== undefined;
}

/** The pages, as links to their first view that the game has. */
export function Menu(props: MenuProps) {
  const shown = viewNamed(props.now.view).page;
  return (
    <nav class="pages" aria-label="Pages">
      <ul>
        {PAGES.map((page) => {
          const views = viewsOf(page, props);
          const { name } = views.find((view) => !isLacking(view, props)) ?? views[0];
          return (
            <li key={page}>
              <a href={linkTo(name)} aria-current={page === shown ? 'true' : undefined}>
                {page}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The views of the shown page as links, if there are several. */
export function Tabs(props: MenuProps) {
  const tabs = useRef<HTMLElement>(null);
  const { view: shown } = props.now;
  useEffect(() => {
    const current = tabs.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  const { page, question: asked } = viewNamed(shown);
  const all = viewsOf(page, props);
  const views = all.filter(
    ({ question }, i) => question === undefined || all.findIndex((view) => view.question === question) === i,
  );
  const isShown = ({ name, question }: View): boolean =>
    name === shown || (question !== undefined && question === asked);
  if (views.length === 1) return null;
  return (
    <nav ref={tabs} class="tabs" aria-label={`Views of ${page}`}>
      <ul>
        {views.map((view) => (
          <li key={view.name} class={isLacking(view, props) ? 'lacking' : undefined}>
            <a href={linkTo(view.name)} aria-current={isShown(view) ? 'page' : undefined}>
              {(view.question ?? view).title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The running extension, in every other view. */
export function ExtensionBar({ now }: { now: Address }) {
  const state = extensions.value.at(-1);
  if (state?.status !== 'running' || now.view === 'extend') return null;
  return (
    <a class="extending" href={linkTo('extend')}>
      Extending {state.game}: {percent(state.progress, 0)}
      <progress max={1} value={state.progress} aria-label="Progress of the extension" />
    </a>
  );
}

/** Returns the title and first sentence: of a shared tab, or of the one view that a frame shows. */
export function titleOf(view: View, { isEmbedded }: Address): Pick<View, 'title' | 'lead'> {
  return isEmbedded ? view : (view.question ?? view);
}

/** The game, its facts in a line, and the title of the view. Navigation moves the focus here, except within a story. */
export function Heading({ view, now, facts }: { view: View; now: Address; facts: GameFacts | undefined }) {
  const title = useRef<HTMLHeadingElement>(null);
  const isTold = now.story !== undefined;
  const words = titleOf(view, now);
  const at = `${now.view} ${now.game} ${isTold}`;
  const first = useRef(at);
  // In the same frame: later it would steal the focus.
  useLayoutEffect(() => {
    if (at !== first.current && !isTold) title.current?.focus();
    first.current = '';
  }, [at]);
  return (
    <div class="head">
      <h1 ref={title} tabindex={-1}>
        {!view.isOfNone && <span class="game">{facts?.game ?? now.game}</span>}
        <span class={view.isOfNone ? undefined : 'view'}>{words.title}</span>
      </h1>
      {facts !== undefined && !view.isOfNone && (
        <p class="facts">
          {facts.description !== null && <span class="about">{facts.description}</span>}
          <span class="chip">{storedWords(view, facts)}</span>
          <PeriodChip periods={facts.periods} />
          {facts.closedForm !== null && <span class="chip">closed form</span>}
          {(Object.entries(facts.oeis) as [OeisName, string][]).map(([what, number]) => (
            <OeisLink key={what} {...{ what, number }} />
          ))}
          {!now.isEmbedded && <Share now={now} facts={facts} />}
        </p>
      )}
      <p class="lead">{words.lead}</p>
    </div>
  );
}

/** The words under a picture in another page, and a link to the page that it is from. */
export function Caption({ view, now, facts }: { view: View; now: Address; facts: GameFacts | undefined }) {
  return (
    <p class="caption">
      <a href={printAddress({ ...now, isEmbedded: false })} target="_blank" rel="noopener">
        {!view.isOfNone && `${facts?.game ?? now.game}: `}
        {view.title}
      </a>
      . {view.lead}
    </p>
  );
}

/** Describes how far the values that the view needs are stored. The static edition stores none. */
function storedWords({ needs }: View, { series: { cold, nim, remoteness } }: GameFacts): string {
  const [end, word] = [isStatic() ? 'frontier' : 'stored', knownWord()] as const;
  const isRemoteness = needs === 'remoteness';
  const most = isRemoteness ? remoteness[end] : Math.max(needs === undefined ? cold[end] : 0, nim[end]);
  if (most > 0) return `${word} to ${withCommas(most)}`;
  return cold[end] > 0 ? `no ${isRemoteness ? needs : 'nim-values'} ${word} yet` : `nothing ${word} yet`;
}

function PeriodChip({ periods }: { periods: GameFacts['periods'] }) {
  const period = periods.nim ?? periods.outcome;
  if (period === null) return null;
  const saltus = period.saltus > 0 ? `, saltus ${withCommas(period.saltus)}` : '';
  return (
    <span class="chip">
      {periods.nim === null ? 'outcomes: ' : ''}period {withCommas(period.period)}
      {saltus}
    </span>
  );
}

/** The page: a header with the game, the menu, and the view of the address. */
import { Component, render, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { GameFacts } from '../contract.js';
import { printAddress, withView, type Address } from './address.js';
import { AskError, orLost, LostError } from './api.js';
import { followFacts, games, known } from './facts.js';
import { Answered, ErrorBox, Loading } from './kit/messages.js';
import { Button } from './kit/controls.js';
import { Why } from './kit/why.js';
import { useResource } from './resource.js';
import { Caption, ExtensionBar, GameChooser, Heading, Menu, Tabs, titleOf } from './shell.js';
import { noteSeen } from './seen.js';
import { address, go, goTo, linkTo, linkToGame, noting } from './state.js';
import { changeTheme, isDark } from './theme.js';
import { StoryPanel } from './kit/story-panel.js';
import { lackOf, misereOf, type View, type ViewProps } from './view.js';
import { viewNamed } from './views.js';

function App() {
  const now = address.value;
  const { answer: listed } = games.value;
  const { answer, error } = known.value;
  const facts = answer?.text === now.game ? answer.facts : undefined;
  const view = viewNamed(now.view);
  useEffect(() => {
    document.title = `${titleOf(view, now).title} · ${view.isOfNone ? '' : `${now.game} · `}takeaway`;
  }, [view, now.game]);
  const isSeen = facts !== undefined && !view.isOfNone;
  useEffect(() => {
    if (isSeen) noteSeen(now.game);
  }, [isSeen, now.game]);
  // In a story the frame shows the text too.
  const isPicture = now.isEmbedded && now.story === undefined;
  const menu = { now, facts, canWrite: listed?.canWrite === true };
  const heading =
    facts === undefined && error !== undefined && !view.isOfNone ? (
      <div class="head">
        <h1>{problemTitle(error)}</h1>
      </div>
    ) : (
      <Heading view={view} now={now} facts={facts} />
    );
  return (
    <>
      {!now.isEmbedded && (
        <header class="top">
          <a class="brand" href={linkTo('games')}>
            <span aria-hidden="true">●●○</span> <b>takeaway</b>
          </a>
          {now.view !== 'games' && <GameChooser now={now} games={listed} />}
          <ExtensionBar now={now} />
          <Button class="quiet" title="Change between dark and light" onClick={changeTheme}>
            {isDark() ? 'Light' : 'Dark'}
          </Button>
        </header>
      )}
      <div class={isPicture ? 'frame embedded' : 'frame'}>
        {now.story !== undefined ? (
          <StoryPanel now={now} at={now.story} />
        ) : (
          !now.isEmbedded && <Menu {...menu} />
        )}
        <main data-view={now.view}>
          {now.story === undefined && !now.isEmbedded && <Tabs {...menu} />}
          {!isPicture && heading}
          <section id="view" tabindex={-1}>
            {facts !== undefined || view.isOfNone ? (
              <Boundary key={`${now.view} ${now.game}`}>
                <Shown now={now} facts={facts} />
              </Boundary>
            ) : error !== undefined ? (
              <ErrorBox error={error} />
            ) : (
              <Loading words={`Looking at ${now.game}`} />
            )}
          </section>
          {isPicture && <Caption view={view} now={now} facts={facts} />}
          {facts !== undefined && now.why !== undefined && (
            <Why key={now.game} facts={facts} position={now.why} why={why} has={hasOf(facts)} link={linkTo} />
          )}
        </main>
      </div>
    </>
  );
}

/** A view with its props, once it is loaded. */
function Shown({ now, facts }: { now: Address; facts: GameFacts | undefined }) {
  const view = viewNamed(now.view);
  const lack = facts && lackOf(view, facts);
  const loaded = useResource<{ View: ComponentType<ViewProps> }>(
    lack === undefined ? now.view : undefined,
    async () => ({ View: (await orLost(view.load())) as ComponentType<ViewProps> }),
  );
  if (lack !== undefined) return <Lacking {...{ now, view, facts }} words={lack} />;
  // Only a view without a game is shown without facts.
  const props = {
    facts: facts!,
    note: noting(now),
    link: linkTo,
    linkToGame,
    has: hasOf(facts),
    why,
    picked: now.why,
    isEmbedded: now.isEmbedded,
  };
  return <Answered to={loaded}>{({ View }) => <View {...props} values={now.values} />}</Answered>;
}

/** The reason why a game lacks a view. A game that is misere play of another one links to that. */
function Lacking({
  now,
  view,
  facts,
  words,
}: {
  now: Address;
  view: View;
  facts: GameFacts | undefined;
  words: string;
}) {
  const game = facts && misereOf(facts);
  if (game === undefined || view.needs !== 'match') return <p class="notice">{words}</p>;
  return (
    <p class="notice">
      This is {game} in misere play: the player who makes the last move loses.{' '}
      <a href={printAddress(withView({ ...now, game }, 'play', { misere: true }))}>
        Play {game} by this rule
      </a>
      .
    </p>
  );
}

/** Shows an error of a view in its place; the rest of the page stays. */
class Boundary extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static override getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorBox error={error} />;
  }
}

function hasOf(facts: GameFacts | undefined): ViewProps['has'] {
  return (name) => facts !== undefined && lackOf(viewNamed(name), facts) === undefined;
}

function why(position: number | undefined): void {
  go({ ...address.peek(), why: position });
}

/** Returns a heading for a game whose facts failed to load. */
function problemTitle(error: unknown): string {
  if (error instanceof LostError) return 'No answer';
  return error instanceof AskError && error.status === 400 ? 'No such game' : 'This game cannot be shown';
}

/** Follows links of the page without loading it again. */
function followInside(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname !== location.pathname) return;
  if (link.target !== '' || url.hash !== '' || link.hasAttribute('download')) return;
  event.preventDefault();
  goTo(url);
}

document.addEventListener('click', followInside);
followFacts((view) => viewNamed(view).isOfNone === true);
const place = document.getElementById('app')!;
place.replaceChildren();
render(<App />, place);

/** Extend: computes and stores more positions, with live progress. Needs an explorer that was started with --write. */
import { useState } from 'preact/hooks';
import type { Estimate, ExtensionState, GameFacts } from '../../contract.js';
import { byteSize, duration } from '../../../words/text.js';
import { AskError, send } from '../api.js';
import { isStatic, knownWord } from '../edition.js';
import { extensions, games } from '../facts.js';
import { withCommas, percent, readNumber } from '../format.js';
import { Button, Field, Form, Select, Table, TextInput } from '../kit/controls.js';
import { Answered, ErrorBox } from '../kit/messages.js';
import { Command } from '../kit/words.js';
import { useJson } from '../resource.js';
import type { ViewProps } from '../view.js';

const SERIES = [
  ['both', 'outcomes and nim-values'],
  ['cold', 'outcomes only, which goes much further'],
  ['nim', 'nim-values'],
  ['remoteness', 'remoteness'],
] as const;

export function Extend({ facts }: ViewProps<'extend'>) {
  return (
    <Answered to={games.value}>{({ canWrite }) => <Extending facts={facts} canWrite={canWrite} />}</Answered>
  );
}

/** Whether values outlast the page of the static edition: only secure contexts have a cache. */
const isKeeping = isStatic() && 'caches' in globalThis;

function Extending({ facts, canWrite }: { facts: GameFacts; canWrite: boolean }) {
  const text = facts.commands[0]?.command ?? '';
  const latest = extensions.value.at(-1);
  const [problem, setProblem] = useState<unknown>();
  /** Forgets the values in the browser's cache and in the page. */
  const forget = (): void => void send('DELETE', 'kept').then(() => location.reload(), setProblem);
  return (
    <>
      <p>{storedWords(facts)}</p>
      {canWrite ? (
        <Beginning facts={facts} usualEnd={/ --to (\S+)/.exec(text)?.[1] ?? '2^20'} />
      ) : (
        <p class="notice">
          This explorer only reads. To extend games from here, start it again with --write:
        </p>
      )}
      {latest !== undefined && <Progress state={latest} canWrite={canWrite} />}
      {canWrite ? (
        <>
          <p class="hint">
            {!isStatic()
              ? 'Values are stored.'
              : isKeeping
                ? 'The values of the page opened last are kept in this browser and nowhere else, at most 128 MiB if it allows.'
                : 'Values are kept in this page alone, until it is closed or loaded again.'}{' '}
            If you stop, those solved so far stay, and the same extension continues from there.
            {isKeeping && (
              <Button class="quiet" onClick={forget}>
                Forget what is kept
              </Button>
            )}
          </p>
          <ErrorBox error={problem} />
          <Command text={text} />
        </>
      ) : (
        <>
          <Command text={text.replace(/^takeaway extend (.*?) --to \S+/, 'takeaway explore $1 --write')} />
          <p>Or extend the game on the command line; this page follows:</p>
          <Command text={text} />
        </>
      )}
      <History states={extensions.value.filter(({ status }) => status !== 'running')} />
    </>
  );
}

/** Finished extensions of this explorer, the latest first. */
function History({ states }: { states: readonly ExtensionState[] }) {
  if (states.length === 0) return null;
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  const rows = states
    .toReversed()
    .map(({ game, series, to, begun, at, seconds, status }) => [
      time.format(begun),
      game,
      SERIES.find(([name]) => name === series)?.[1].replace(/,.*/, ''),
      withCommas(to),
      at === null ? '–' : `${at.series} to ${withCommas(at.frontier)}`,
      duration(seconds),
      statusWords(status).toLowerCase(),
    ]);
  const headings = ['begun', 'game', 'series', 'up to', `last ${knownWord()}`, 'took', 'end'];
  return (
    <section>
      <h2>Extensions of this explorer</h2>
      <p class="hint">
        The last ones since it was started
        {isStatic() ? '' : '; what the command line has stored is not among them'}.
      </p>
      <Table label="Extensions of this explorer" headings={headings} rows={rows} />
    </section>
  );
}

function Beginning({ facts, usualEnd }: { facts: GameFacts; usualEnd: string }) {
  const { definition } = facts;
  const hasHotspots = facts.hotspots !== null;
  const [chosen, choose] = useState<string>();
  const [series, setSeries] = useState<(typeof SERIES)[number][0]>(hasHotspots ? 'cold' : 'both');
  const [problem, setProblem] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const [draft, setDraft] = useState<string>();
  const to = chosen ?? usualEnd;
  const wanted = { game: definition, series, to };
  // The estimate follows the draft; an incomplete number has none and is no error.
  const asked = { ...wanted, to: draft ?? to };
  const isWhole = readNumber(asked.to) !== undefined || draft === undefined;
  const estimate = useJson('estimate', isWhole ? asked : undefined, facts.version);
  const isOld = estimate.isBusy || !isWhole;
  const start = async (): Promise<void> => {
    setProblem(undefined);
    setAsking(true);
    try {
      await send('POST', 'extension', wanted);
    } catch (error) {
      setProblem(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Form onSubmit={() => void start()}>
        <Field label="up to">
          <TextInput
            name="to"
            value={to}
            onDraft={setDraft}
            onChoose={(text) => choose(text.trim() || undefined)}
          />
        </Field>
        <Field label="series">
          <Select
            options={SERIES.filter(([name]) => !hasHotspots || name === 'cold')}
            value={series}
            onChoose={setSeries}
          />
        </Field>
        <button type="submit" disabled={isAsking}>
          Extend
        </button>
      </Form>
      <p class={isOld ? 'hint old' : 'hint'} aria-live="polite" aria-busy={isOld}>
        {estimate.error === undefined && estimate.answer !== undefined && estimateWords(estimate.answer)}
      </p>
      <ErrorBox error={problem ?? (draft === undefined ? estimate.error : undefined)} />
    </>
  );
}

const AT_ONCE = 1;

function estimateWords({ seconds, bytes }: Estimate): string {
  if (seconds === null || bytes === null)
    return 'How long this takes is not known beforehand: the set is dense.';
  if (bytes === 0) return `All of it is ${knownWord()} already.`;
  const time = seconds < AT_ONCE ? 'less than a second' : `about ${duration(seconds)}`;
  return `This takes ${time}${isStatic() ? '' : `, and about ${byteSize(bytes)}`}.`;
}

function Progress({ state, canWrite }: { state: ExtensionState; canWrite: boolean }) {
  const { game, to, at, blocks, status, progress, seconds, secondsLeft, error } = state;
  const [problem, setProblem] = useState<unknown>();
  const stop = (): void => void send('DELETE', 'extension').catch(setProblem);
  const where = at === null ? '' : `${at.series} ${knownWord()} to ${withCommas(at.frontier)}, `;
  const left = secondsLeft === null || status !== 'running' ? '' : `, ${duration(secondsLeft)} left`;
  const made = blocks === 1 ? '1 block' : `${withCommas(blocks)} blocks`;
  return (
    <div class="progress-place">
      <h2>
        {game} to {withCommas(to)}
      </h2>
      <progress max={1} value={progress} aria-label="Progress of the extension" />
      <p role="status">
        {statusWords(status)}: {where || (status === 'running' ? 'starting, ' : '')}
        {status === 'done' && blocks === 0
          ? `all of it was ${knownWord()} already.`
          : `${percent(progress, 0)} of the series${left}. ${made} in ${duration(seconds)}.`}
      </p>
      {error !== null && <ErrorBox error={new AskError(0, error)} />}
      {status !== 'running' ? (
        <a class="button" href={`?${new URLSearchParams({ game }).toString()}`}>
          See what is new
        </a>
      ) : (
        canWrite && <Button onClick={stop}>Stop</Button>
      )}
      <ErrorBox error={problem} />
    </div>
  );
}

function statusWords(status: ExtensionState['status']): string {
  return { running: 'Running', done: 'Done', stopped: 'Stopped', failed: 'Failed' }[status];
}

function storedWords({ series: { cold, nim } }: GameFacts): string {
  const part = (words: string, { stored }: { readonly stored: number }): string =>
    `${words} ${stored > 0 ? `to ${withCommas(stored)}` : 'not at all'}`;
  const word = isStatic() ? 'Computed' : 'Stored';
  return `${word}: ${part('outcomes', cold)}, ${part('nim-values', nim)}.`;
}

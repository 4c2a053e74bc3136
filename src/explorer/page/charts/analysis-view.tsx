/**
 * Views of analyses and of plain values: a bar with the range and other games over one study or several, each with options,
 * findings in words, a figure, rows, and a drawer of files and commands.
 */
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AnalysisAnswer, Column, FigureName, GameFacts, SeriesName } from '../../contract.js';
import { gamesBeside } from '../address.js';
import { AskError, type Parameters } from '../api.js';
import { withCommas, percent, rangeWords } from '../format.js';
import { CompareField } from '../kit/compare.js';
import { Table } from '../kit/controls.js';
import { Answered, ErrorBox } from '../kit/messages.js';
import { Command, MathText } from '../kit/words.js';
import { useGames, useJson, type State } from '../resource.js';
import type { ViewProps } from '../view.js';
import { Figure } from './figure.js';
import { RangeFields, type RangeView } from './range.js';
import { Downloads, FIGURES, TABLES } from './save.js';

/** Findings shown before the fold. */
const MAX_LINES = 4;
/** Rows of the table. */
const MAX_ROWS = 200;
/** Padding and border of the card around a figure, in pixels. */
const BESIDE_FIGURE = 32;
/** A figure is scaled if its width changes by less than this share, and drawn anew otherwise. */
const MIN_CHANGE = 0.1;

export interface AnalysisSpec<Name extends RangeView> {
  /** The name of its route. */
  readonly name: FigureName;
  /** Heading and first sentence in a notebook of several studies. */
  readonly title?: string;
  readonly lead?: string;
  readonly series: SeriesName;
  /** Default end of the range; the frontier if absent. */
  readonly usualEnd?: (game: GameFacts) => number;
  readonly options?: (props: ViewProps<Name>) => Parameters;
  readonly Controls?: ComponentType<ViewProps<Name>>;
  /** Whether the end of the range has a slider. */
  readonly isScrubbed?: boolean;
  /** Whether the x axis of the figures is the position: dragging chooses a range, and clicking a position. */
  readonly isByPosition?: boolean;
  /** Shown below the figure. */
  readonly Below?: ComponentType<ViewProps<Name>>;
}

/** A view of one study. */
export function analysisView<Name extends RangeView>(
  spec: AnalysisSpec<Name>,
): ComponentType<ViewProps<Name>> {
  return notebook([spec], spec.name);
}

/** A view of several studies, scrolled to one of them. An embedded view shows that one alone. */
export function notebook<Name extends RangeView>(
  specs: readonly AnalysisSpec<Name>[],
  first: FigureName,
): ComponentType<ViewProps<Name>> {
  return (props) => {
    const { facts, isEmbedded } = props;
    const { range, noteRange } = ranged(props);
    const [place, width] = useWidth();
    // A page is embedded or not for all its life, so that the number of hooks is constant.
    const shown = isEmbedded ? specs.filter(({ name }) => name === first) : specs;
    useEffect(() => {
      if (shown[0].name !== first) document.getElementById(first)?.scrollIntoView();
    }, []);
    const whole = usualEnd(shown[0], facts);
    // If nothing is known, the server answers with what to do.
    const isEmpty = (range.from ?? 0) >= (range.to ?? (whole || Infinity));
    const games = useGames(facts, range);
    const problem = isEmpty ? emptyRange(range.from ?? 0, range.to ?? whole) : games.error;
    const isReady = problem === undefined && !games.isBusy;
    const results = shown.map((spec) => useResult(spec, props, games.answer, isReady ? width : undefined));
    const errors = results.map(({ error }) => String(error));
    return (
      <div ref={place} class="notebook">
        <div class="controls bar">
          <RangeFields
            {...{ values: range, note: noteRange, whole }}
            isEmpty={isEmpty}
            isScrubbed={shown.some(({ isScrubbed }) => isScrubbed === true)}
          />
          <CompareField values={range} note={noteRange} />
        </div>
        {problem === undefined ? (
          shown.map((spec, i) => (
            <Study
              key={spec.name}
              {...{ spec, props, result: results[i] }}
              isOneOfSeveral={shown.length > 1}
              isRepeated={results[i].error !== undefined && errors.indexOf(errors[i]) < i}
            />
          ))
        ) : (
          <ErrorBox error={problem} />
        )}
      </div>
    );
  };
}

/** Returns the range of a view, which all these views have. */
function ranged<Name extends RangeView>({ values, note }: ViewProps<Name>) {
  return {
    range: values as ViewProps<RangeView>['values'],
    noteRange: note as ViewProps<RangeView>['note'],
  };
}

/** Returns the default end of the range. */
function usualEnd<Name extends RangeView>(
  { usualEnd: own, series }: AnalysisSpec<Name>,
  facts: GameFacts,
): number {
  return own?.(facts) ?? facts.series[series].frontier;
}

interface Result extends State<AnalysisAnswer> {
  readonly parameters: Parameters;
}

/** Requests the result of a study for a figure of some width. Without a width, the last request stays. */
function useResult<Name extends RangeView>(
  spec: AnalysisSpec<Name>,
  props: ViewProps<Name>,
  games: readonly GameFacts[] | undefined,
  width: number | undefined,
): Result {
  const { facts } = props;
  const { range } = ranged(props);
  const { from, to } = range;
  const whole = usualEnd(spec, facts);
  const latest = useRef<{ parameters: Parameters; pixels: number; known: string }>(undefined);
  if (width !== undefined) {
    const parameters = {
      game: facts.definition,
      from,
      to: to ?? (spec.usualEnd === undefined || whole === 0 ? undefined : whole),
      with: gamesBeside(range).join(';'),
      ...spec.options?.(props),
    };
    // Without an end, the answer changes when any of the games is extended.
    const known = to === undefined ? games?.map(({ series }) => series[spec.series].frontier) : undefined;
    latest.current = { parameters, pixels: width, known: String(known) };
  }
  const { parameters = {}, pixels, known } = latest.current ?? {};
  const asked = pixels === undefined ? undefined : { ...parameters, pixels };
  return { ...useJson(`analysis/${spec.name}`, asked, known), parameters };
}

interface StudyProps<Name extends RangeView> {
  readonly spec: AnalysisSpec<Name>;
  readonly props: ViewProps<Name>;
  readonly result: Result;
  readonly isOneOfSeveral: boolean;
  /** Whether a study above shows the same error. */
  readonly isRepeated: boolean;
}

function Study<Name extends RangeView>({
  spec,
  props,
  result,
  isOneOfSeveral,
  isRepeated,
}: StudyProps<Name>) {
  const { facts, why, picked } = props;
  const { Controls, Below } = spec;
  const { noteRange } = ranged(props);
  const { answer, error, isBusy, parameters } = result;
  const choose = (low: number, high: number): void =>
    noteRange({ from: Math.max(0, Math.floor(low)), to: Math.ceil(high) }, 'push');
  return (
    <section id={spec.name} class="analysis" aria-busy={isBusy && answer !== undefined}>
      {isOneOfSeveral && (
        <>
          <h2>{spec.title}</h2>
          <p class="hint">{spec.lead}</p>
        </>
      )}
      {Controls !== undefined && (
        <div class="controls">
          <Controls {...props} />
        </div>
      )}
      <div class="found" aria-live="polite">
        {!isRepeated && (
          <Answered to={result} words="Counting">
            {(found) => <Lines answer={found} game={facts} />}
          </Answered>
        )}
      </div>
      {error === undefined && answer !== undefined && (
        <>
          <figure class="card">
            {answer.figure ? (
              <Figure
                figure={answer.figure}
                {...(spec.isByPosition === true && {
                  ...{ onRange: choose, picked },
                  onPick: (x: number) => why(Math.max(0, Math.round(x))),
                })}
              />
            ) : (
              <p class="notice">There is too little to draw.</p>
            )}
          </figure>
          <div>
            {Below !== undefined && <Below {...props} />}
            {answer.columns.length > 0 && <Rows columns={answer.columns} />}
            <Saving name={spec.name} {...{ answer, parameters }} />
          </div>
        </>
      )}
    </section>
  );
}

/** Returns the width of a figure in an element's card, in pixels; small changes are ignored. */
export function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setWidth((before) => {
        const now = Math.floor(contentRect.width) - BESIDE_FIGURE;
        // Zero before layout.
        const isKept = now <= 0 || (before !== undefined && Math.abs(now - before) < MIN_CHANGE * before);
        return isKept ? before : now;
      }),
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}

function emptyRange(start: number, stop: number): AskError {
  return new AskError(400, {
    ...{ code: 'usage', exitCode: 2, remedy: null, facts: {} },
    message: `The range from ${withCommas(start)} up to ${withCommas(stop)} is empty. Choose a beginning below its end.`,
  });
}

function Lines({ answer, game }: { answer: AnalysisAnswer; game: GameFacts }) {
  const { range, facts, others } = answer;
  const computed = game.series[answer.series].stored < range.stop;
  // With several games each line names its own.
  const all = [
    ...facts.map((line) => (others.length === 0 ? line : `${answer.game}: ${line}`)),
    ...others.flatMap((each) => each.facts.map((line) => `${each.game}: ${line}`)),
  ];
  const lines = all.map((line) => (
    <li key={line}>
      <MathText text={line} />
    </li>
  ));
  return (
    <>
      <ul class="facts">
        <li>
          Positions {rangeWords(range)}
          {computed ? ', computed for this page and not stored' : ''}.
        </li>
        {lines.slice(0, MAX_LINES)}
      </ul>
      {lines.length > MAX_LINES && (
        <details class="rows">
          <summary>{lines.length - MAX_LINES} more lines</summary>
          <ul>{lines.slice(MAX_LINES)}</ul>
        </details>
      )}
    </>
  );
}

interface SavingProps {
  readonly name: FigureName;
  readonly parameters: Parameters;
  readonly answer: AnalysisAnswer;
}

function Saving({ name, parameters, answer }: SavingProps) {
  const { game, series, range, others, columns, command, plotCommand } = answer;
  const figure = `analysis/${name}/figure` as const;
  // Plain values have no table of their own; they are exported.
  const values = { game: parameters['game'], series, from: String(range.start), to: range.stop };
  const rows = columns.length > 0 ? (`analysis/${name}/table` as const) : 'export';
  const ofRows = columns.length > 0 ? parameters : values;
  return (
    <details class="rows saving">
      <summary>Files and commands</summary>
      <div class="row">
        <Downloads formats={FIGURES} path={figure} parameters={parameters} />
        <Downloads formats={TABLES} path={rows} parameters={ofRows} />
      </div>
      {others.length > 0 && <p class="hint">Rows and commands are those of {game} alone.</p>}
      {command !== null && <Command text={command} />}
      <Command text={plotCommand} />
    </details>
  );
}

/** The first rows of a result. */
function Rows({ columns }: { columns: readonly Column[] }) {
  const length = columns[0]?.values.length ?? 0;
  const shown = Math.min(length, MAX_ROWS);
  const cell = ({ values, shown: as }: Column, i: number): string => {
    const value = values[i];
    if (value === null) return '–';
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return value ? 'yes' : '';
    if (as === 'percent') return percent(value, 2);
    return as === undefined ? withCommas(value) : value.toFixed(as);
  };
  return (
    <details class="rows">
      <summary>{shown < length ? `The first ${shown} rows` : `All ${withCommas(length)} rows`}</summary>
      <Table
        label="Rows"
        headings={columns.map(({ heading }) => heading)}
        rows={Array.from({ length: shown }, (_, i) => columns.map((column) => cell(column, i)))}
      />
    </details>
  );
}

/** Controls and tables. Text in a field is a draft until it is chosen; then the field shows the value of the address. */
import { isValidElement, type ComponentChildren, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { clamp, readNumber } from '../format.js';
import type { How } from '../view.js';
import { usePlaying } from './playing.js';

/** A control with its label. */
export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
    </label>
  );
}

/** A form of controls, which never leaves the page. */
export function Form({ onSubmit, children }: { onSubmit?: () => void; children: ComponentChildren }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <form class="controls" onSubmit={submit}>
      {children}
    </form>
  );
}

interface TextProps {
  readonly name?: string;
  readonly type?: 'text' | 'number';
  readonly min?: number;
  readonly max?: number;
  readonly inputmode?: 'numeric';
  readonly autocapitalize?: 'off';
  readonly list?: string;
  readonly placeholder?: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string;
  readonly onFocus?: JSX.IntrinsicElements['input']['onFocus'];
  readonly value: string;
  /** Takes the text, or returns false to refuse it. */
  readonly onChoose: (text: string) => unknown;
  /** Called with the draft; undefined once it is chosen or equals the value again. */
  readonly onDraft?: (text: string | undefined) => void;
  readonly isInvalid?: boolean;
}

export function TextInput({ value, onChoose, onDraft, isInvalid = false, ...attributes }: TextProps) {
  const [draft, setDraft] = useState<string>();
  // True while there is a draft. Browsers fire no change event if the old text is written again.
  const isWritten = useRef(false);
  const [isRefused, setRefused] = useState(false);
  const choose = (text: string): void => {
    if (!isWritten.current) return;
    isWritten.current = false;
    const isTaken = onChoose(text) !== false;
    setRefused(!isTaken);
    if (!isTaken) return;
    setDraft(undefined);
    onDraft?.(undefined);
  };
  return (
    <input
      autocomplete="off"
      spellcheck={false}
      {...attributes}
      value={draft ?? value}
      aria-invalid={isInvalid || isRefused}
      onInput={({ currentTarget: { value: text } }) => {
        isWritten.current = true;
        setDraft(text);
        onDraft?.(text === value ? undefined : text);
      }}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      onBlur={({ currentTarget }) => choose(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') choose(currentTarget.value);
      }}
    />
  );
}

interface NumberProps extends Omit<TextProps, 'value' | 'onChoose'> {
  readonly value: number | undefined;
  /** Takes the number; undefined for an empty field. */
  readonly onChoose: (value: number | undefined) => unknown;
}

/** A number such as 2^24 or 1e7. Other text is refused. */
export function NumberInput({ value, onChoose, ...attributes }: NumberProps) {
  const choose = (text: string): unknown => {
    const number = readNumber(text);
    return number === undefined && text.trim() !== '' ? false : onChoose(number);
  };
  return (
    <TextInput
      {...attributes}
      inputmode="numeric"
      value={value === undefined ? '' : String(value)}
      onChoose={choose}
    />
  );
}

interface WholeProps {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly name?: string;
  /** Takes the number; `how` is given if no hand chose it. */
  readonly onChoose: (value: number, how?: How) => void;
}

/** A whole number within bounds. */
export function WholeInput({ value, least, most, name, onChoose }: WholeProps) {
  return (
    <TextInput
      type="number"
      min={least}
      max={most}
      value={String(value)}
      aria-label={name}
      onChoose={(text) => onChoose(clamp(Math.round(Number(text)) || least, least, most))}
    />
  );
}

interface SliderProps extends WholeProps {
  readonly label: string;
  /** The largest value of the slider. */
  readonly end: number;
  /** Whether the value is not shown yet: playing waits for it. */
  readonly isBusy?: boolean;
}

/** Milliseconds between two values while a slider plays. */
const PLAYED_MS = 500;

/** A slider for usual values with a button that walks through them, and a field for all values. */
export function WholeSlider({ end, label, isBusy = false, ...whole }: SliderProps) {
  const { name = label, value, least, onChoose } = whole;
  const next = value < end ? () => onChoose(value + 1, 'replace') : undefined;
  const [isPlaying, play] = usePlaying(value, next, PLAYED_MS, !isBusy);
  const toggle = (): void => {
    if (next === undefined && !isPlaying) onChoose(least);
    play(!isPlaying);
  };
  return (
    <div class="field wide">
      <span class="label">{label}</span>
      <div class="row">
        <input
          type="range"
          min={least}
          max={end}
          value={value}
          aria-label={name}
          onInput={(event) => onChoose(Number(event.currentTarget.value))}
        />
        <WholeInput {...whole} name={`${name} as a number`} />
        <Button
          class="quiet"
          aria-label={`${isPlaying ? 'Pause' : 'Play through'} ${label}`}
          onClick={toggle}
        >
          {isPlaying ? '❚❚' : '▶'}
        </Button>
      </div>
    </div>
  );
}

interface SelectProps<Value extends string> {
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

export function Select<Value extends string>({ options, value, onChoose }: SelectProps<Value>) {
  return (
    <select value={value} onChange={(event) => onChoose(options[event.currentTarget.selectedIndex][0])}>
      {options.map(([each, words]) => (
        <option key={each} value={each} selected={each === value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** A choice of the rule: the last move wins or loses. */
export function RuleSelect({ isMisere, onChoose }: { isMisere: boolean; onChoose: (is: boolean) => void }) {
  const rules = [
    ['', 'the last move wins'],
    ['1', 'misere: the last move loses'],
  ] as const;
  return <Select options={rules} value={isMisere ? '1' : ''} onChoose={(rule) => onChoose(rule === '1')} />;
}

/** A button that does not submit. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" {...props} />;
}

interface TableProps {
  readonly headings: readonly ComponentChildren[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly foot?: readonly ComponentChildren[];
  /** The name of a long table, which scrolls. */
  readonly label?: string;
}

/** A table. A cell given as `th` heads its row. */
export function Table({ headings, rows, foot, label }: TableProps) {
  const row = (cells: readonly ComponentChildren[], at?: number) => (
    <tr key={at}>
      {cells.map((cell, i) => (isValidElement(cell) && cell.type === 'th' ? cell : <td key={i}>{cell}</td>))}
    </tr>
  );
  const table = (
    <table>
      <thead>
        <tr>
          {headings.map((heading, i) => (
            <th key={i} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(row)}</tbody>
      {foot !== undefined && <tfoot>{row(foot)}</tfoot>}
    </table>
  );
  if (label === undefined) return table;
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      {table}
    </div>
  );
}

export function Cards({
  links,
}: {
  links: readonly (readonly [href: string, title: string, words: string])[];
}) {
  return (
    <ul class="cards">
      {links.map(([href, title, words]) => (
        <li key={href}>
          <a class="card" href={href}>
            <strong>{title}</strong>
            <span>{words}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Making elements. Text is always set as text, so nothing that is shown can become markup. */

type Child = Node | string | number | null | undefined | false | readonly Child[];
type Listener = (event: never) => unknown;
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | Listener>>;

/** An element with attributes (`on...` are listeners, `true` an empty attribute) and children. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function')
      element.addEventListener(key.slice(2), value as unknown as EventListener);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/** Puts children in place of what an element has. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) element.append(child);
    else if (typeof child === 'object') append(element, child);
    else element.append(String(child));
  }
}

/** A label with its control, which it names. */
export function field(label: string, control: HTMLElement, hint?: string): HTMLLabelElement {
  return h(
    'label',
    { class: 'field' },
    h('span', { class: 'label' }, label),
    control,
    hint !== undefined && h('small', {}, hint),
  );
}

/** A choice among values with words for each. */
export function select<Value extends string>(
  values: readonly (readonly [value: Value, words: string])[],
  chosen: Value,
  onChange: (value: Value) => void,
): HTMLSelectElement {
  const element = h(
    'select',
    { onchange: (): void => onChange(values[element.selectedIndex][0]) },
    values.map(([value, words]) => h('option', { value, selected: value === chosen }, words)),
  );
  return element;
}

/** A form of controls, which asks this page and no other. */
export function controls(onSubmit: () => void, ...children: readonly Child[]): HTMLFormElement {
  const onsubmit = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  return h('form', { class: 'controls', onsubmit }, ...children);
}

/** A table: the headings of its columns, its rows, and what stands at its foot. */
export function table(
  headings: readonly Child[],
  rows: readonly (readonly Child[])[],
  attributes: Attributes = {},
  foot?: readonly Child[],
): HTMLTableElement {
  return h(
    'table',
    attributes,
    h('thead', {}, row(headings.map((heading) => h('th', { scope: 'col' }, heading)))),
    h('tbody', {}, rows.map(row)),
    foot !== undefined && h('tfoot', {}, row(foot)),
  );
}

/** A row of a table; cells that head it are given as such. */
function row(cells: readonly Child[]): HTMLTableRowElement {
  return h(
    'tr',
    {},
    cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : h('td', {}, cell))),
  );
}

/** A cell that heads its row. */
export function rowHead(words: Child, attributes: Attributes = {}): HTMLTableCellElement {
  return h('th', { scope: 'row', ...attributes }, words);
}

/** A button. */
export function button(words: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick: onClick, ...attributes }, words);
}

/** Words with powers raised and bases lowered: n^0.69, n^((1 + log_205 12) / 2). */
export function mathText(text: string): (Node | string)[] {
  return text
    .split(/\^(\((?:[^()]|\([^()]*\))*\)|[\d.]*\d)/)
    .map((part, i) => (i % 2 === 1 ? h('sup', {}, withBases(part.replaceAll(/^\(|\)$/g, ''))) : part));
}

function withBases(text: string): (Node | string)[] {
  return text.split(/_(\d+)/).map((part, i) => (i % 2 === 1 ? h('sub', {}, part) : part));
}

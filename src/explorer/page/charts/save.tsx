/** Saves the answer of a route, or a canvas as PNG. */
import { useState } from 'preact/hooks';
import type { Routes } from '../../contract.js';
import { getFile, route, type Parameters } from '../api.js';
import { isStatic } from '../edition.js';
import { ErrorBox } from '../kit/messages.js';

/** Formats of files with their names. The static edition lacks the writer of PNG. */
export const FIGURES = [['SVG', 'svg'], ...(isStatic() ? [] : [['PNG', 'png']]), ['Vega-Lite', 'vl.json']];
export const TABLES = [
  ['CSV', 'csv'],
  ['Arrow', 'arrow'],
  ['Parquet', 'parquet'],
];

interface DownloadProps {
  readonly words: string;
  readonly path: keyof Routes;
  readonly parameters: Parameters;
}

/** A link for each of some formats. */
export function Downloads({
  formats,
  path,
  parameters,
}: Omit<DownloadProps, 'words'> & { formats: typeof TABLES }) {
  return (
    <>
      {formats.map(([words, format]) => (
        <Download key={format} words={words} path={path} parameters={{ ...parameters, format }} />
      ))}
    </>
  );
}

/** A link that downloads the answer of a route. In the static edition the page saves it. */
export function Download({ words, path, parameters }: DownloadProps) {
  const [problem, setProblem] = useState<unknown>();
  const save = (event: Event): void => {
    if (!isStatic()) return;
    event.preventDefault();
    setProblem(undefined);
    getFile(path, parameters).then(({ blob, name }) => saveBlob(blob, name), setProblem);
  };
  return (
    <>
      <a class="button" download href={route(path, parameters)} onClick={save}>
        {words}
      </a>
      <ErrorBox error={problem} />
    </>
  );
}

export function saveCanvas(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(blob, `${name}.png`);
  });
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

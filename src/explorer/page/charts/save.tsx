/** Saving: what a route answers, or a canvas as PNG. */
import { route, type Parameters } from '../api.js';

/** A link that saves what a route answers. */
export function Download({
  words,
  path,
  parameters,
}: {
  words: string;
  path: string;
  parameters: Parameters;
}) {
  return (
    <a class="button" download href={route(path, parameters)}>
      {words}
    </a>
  );
}

export function saveCanvas(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
}

/** Comparing: the games that a view shows beside the one it is of. */
import type { ViewProps } from '../view.js';
import { Field, TextInput } from './controls.js';

/** Games beside the one, at most. */
const MOST = 3;

interface Compared {
  readonly with: string | undefined;
}

/** The texts of the games in the address. */
export function gamesBeside({ with: words = '' }: Compared): string[] {
  const texts = words.split(';').map((text) => text.trim());
  return texts.filter((text) => text !== '').slice(0, MOST);
}

/** A field for them. */
export function CompareField({ values, note }: Pick<ViewProps<'raster'>, 'note'> & { values: Compared }) {
  return (
    <Field label="compare with">
      <TextInput
        name="with"
        list="games"
        placeholder="cubes; {1,3,4}"
        value={values.with ?? ''}
        onChoose={(text) => note({ with: gamesBeside({ with: text }).join(';') || undefined }, 'push')}
      />
    </Field>
  );
}

/** The field for games to compare with. */
import { gamesBeside } from '../address.js';
import type { ViewProps } from '../view.js';
import { Field, TextInput } from './controls.js';

interface CompareProps {
  readonly values: { readonly with: string | undefined };
  readonly note: ViewProps<'raster'>['note'];
}

export function CompareField({ values, note }: CompareProps) {
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

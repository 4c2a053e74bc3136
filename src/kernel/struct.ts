/** Structs of layout.ts as objects, for writing. A field is read as `space.u32[Fields.name]`. */
import type { Space } from './space.js';

/** The fields of a struct that the enum `Fields` declares, with their values. */
export type Struct<Fields> = Readonly<Record<Exclude<keyof Fields, 'WORDS'>, number>>;

interface Declaration {
  readonly WORDS: number;
}

export function structBytes(fields: Declaration): number {
  return 4 * fields.WORDS;
}

/** Writes a struct at the start of a space. Raises a RangeError for a field beyond u32, which kernels would wrap around. */
export function writeStruct<Fields extends Declaration>(
  space: Space,
  fields: Fields,
  values: Struct<Fields>,
): void {
  const indices = fields as unknown as Struct<Fields>;
  for (const [name, value] of Object.entries<number>(values)) {
    if (value >>> 0 !== value) throw new RangeError(`no u32 for the field ${name}: ${value}`);
    space.u32[indices[name as keyof Struct<Fields>]] = value;
  }
}

/** Access to the structs that ../layout.ts declares. */

/** Field `index`, a constant, of the struct at an address. One load, as addresses and numbers both have 32 bits. */
// @ts-ignore: decorator
@inline
export function field(struct: usize, index: i32): usize {
  return <usize>load<u32>(struct + (<usize>index << 2));
}

/** Address of element `index` of an array of structs of `words` u32 each. */
// @ts-ignore: decorator
@inline
export function element(array: usize, index: i32, words: i32): usize {
  return array + <usize>(<u32>index * <u32>(words << 2));
}

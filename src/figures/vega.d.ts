/** The part of Vega's interface that its own types leave out. */
declare module 'vega' {
  /** How text is measured; may be replaced. */
  export const textMetrics: { width: (item: { readonly fontSize?: number }, text: unknown) => number };
}
export {};

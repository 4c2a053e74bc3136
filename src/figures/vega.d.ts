/** The part of Vega's interface that its own types leave out. */
declare module 'vega' {
  /** How text is measured; may be replaced. */
  export const textMetrics: {
    width: (item: { readonly fontSize?: number; readonly fontWeight?: unknown }, text: unknown) => number;
  };
}
export {};

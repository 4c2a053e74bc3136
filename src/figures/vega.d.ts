/** Declares the part of Vega's interface that its own types lack. */
declare module 'vega' {
  /** Text measurement; may be replaced. */
  export const textMetrics: {
    width: (item: { readonly fontSize?: number; readonly fontWeight?: unknown }, text: unknown) => number;
  };
}
export {};

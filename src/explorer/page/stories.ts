/** Guided stories: steps of text, each alongside its view. The build renders the files of stories/ into this list. */
export interface Story {
  /** The name of its file, which addresses use. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly lead: string;
  readonly steps: readonly {
    /** The address of its view. */
    readonly address: string;
    readonly title: string;
    readonly html: string;
  }[];
}

declare const RENDERED_STORIES: readonly Story[];
export const STORIES = RENDERED_STORIES;

/** Returns the address of a step; steps count from 1. */
export function addressOf({ name, steps }: Story, step: number): string {
  return `${steps[step - 1].address}&story=${name}.${step}`;
}

/**
 * Guided stories: text in steps, each beside the view that it speaks of. Each file of stories/ is one: the build renders them
 * and puts them here.
 */
export interface Story {
  /** As addresses name it: the name of its file. */
  readonly name: string;
  readonly title: string;
  /** What it is about, in a sentence. */
  readonly lead: string;
  readonly steps: readonly {
    /** The address of the view that it speaks of. */
    readonly address: string;
    readonly title: string;
    readonly html: string;
  }[];
}

declare const RENDERED_STORIES: readonly Story[];
export const STORIES = RENDERED_STORIES;

/** The address of a step, the first being 1. */
export function addressOf({ name, steps }: Story, step: number): string {
  return `${steps[step - 1].address}&story=${name}.${step}`;
}

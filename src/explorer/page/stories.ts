/** The guided stories of the page. */
import type { Story } from '../contract.js';

declare const RENDERED_STORIES: readonly Story[];
export const STORIES = RENDERED_STORIES;

/** Returns the address of a step; steps count from 1. */
export function addressOf({ name, steps }: Story, step: number): string {
  return `${steps[step - 1].address}&story=${name}.${step}`;
}

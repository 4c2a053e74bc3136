/** A step of a story alongside its view, with links to the next and the previous step. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Address } from '../address.js';
import { Button } from './controls.js';
import { Answered } from './messages.js';
import { orLost } from '../api.js';
import { useResource } from '../resource.js';
import { go } from '../state.js';
import type * as Stories from '../stories.js';

export function StoryPanel({ now, at }: { now: Address; at: NonNullable<Address['story']> }) {
  const stories = useResource<typeof Stories>('stories', () => orLost(import('../stories.js')));
  const end = (): void => go({ ...now, story: undefined });
  return (
    <aside class="story-panel" aria-label="Story">
      <Answered to={stories}>
        {({ STORIES, addressOf }) => {
          const story = STORIES.find(({ name }) => name === at.name);
          const step = story?.steps[at.step - 1];
          if (story === undefined || step === undefined)
            return <p class="notice">There is no such story here.</p>;
          const link = (to: number, words: string) =>
            to >= 1 &&
            to <= story.steps.length && (
              <a class="button" href={addressOf(story, to)}>
                {words}
              </a>
            );
          return (
            <>
              <p class="hint">
                {story.title}, {at.step} of {story.steps.length}
              </p>
              <Title key={`${at.name} ${at.step}`} words={step.title} />
              {/* Rendered by the build from the story's file, in which markup is escaped. */}
              <div dangerouslySetInnerHTML={{ __html: step.html }} />
              <p class="row">
                {link(at.step - 1, 'Back')}
                {link(at.step + 1, 'Next')}
                <a href={addressOf(story, at.step)}>Show it again</a>
              </p>
            </>
          );
        }}
      </Answered>
      <Button class="quiet" onClick={end}>
        Leave the story
      </Button>
    </aside>
  );
}

/** The title takes the focus, and the page scrolls to its top. */
function Title({ words }: { words: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    title.current!.focus();
    scrollTo(0, 0);
  }, []);
  return (
    <h2 ref={title} tabindex={-1}>
      {words}
    </h2>
  );
}

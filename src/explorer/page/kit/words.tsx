/** Rich text: OEIS numbers as links, superscripts, commands to copy. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './controls.js';

/** OEIS sequences of a game. */
export const OEIS_NAMES = {
  set: 'subtraction set',
  nim: 'nim-values',
  cold: 'cold positions',
  remoteness: 'remoteness',
  records: 'first position of each nim-value',
} as const;
export type OeisName = keyof typeof OEIS_NAMES;

export function OeisLink({ what, number }: { what: OeisName; number: string }) {
  const href = `https://oeis.org/${number}`;
  return (
    <a class="oeis" href={href} title={OEIS_NAMES[what]} target="_blank" rel="noopener noreferrer">
      {number}
    </a>
  );
}

/** Text with superscripts and subscripts: n^0.69, n^((1 + log_205 12) / 2). */
export function MathText({ text }: { text: string }) {
  const parts = text.split(/\^(\((?:[^()]|\([^()]*\))*\)|[\d.]*\d)/);
  const withBases = (words: string) =>
    words.split(/_(\d+)/).map((part, i) => (i % 2 === 1 ? <sub key={i}>{part}</sub> : part));
  return (
    <>
      {parts.map((part, i) =>
        i % 2 === 1 ? (
          <sup key={i}>{withBases(part.replaceAll(/^\(|\)$/g, ''))}</sup>
        ) : (
          <Fragment key={i}>{part}</Fragment>
        ),
      )}
    </>
  );
}

export function Copy({ text, words = 'Copy', what }: { text: string; words?: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Only secure contexts have a clipboard, and it may be refused.
      prompt('Copy this:', text);
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <Button class="quiet" aria-label={`${words} ${what}`} onClick={() => void copy()}>
      {isCopied ? 'Copied' : words}
    </Button>
  );
}

/** A command on one line, with a button that copies it. */
export function Command({ text, does }: { text: string; does?: string }) {
  return (
    <div class="command">
      {does !== undefined && <span class="does">{does}</span>}
      <div class="row">
        <code tabindex={0}>{text}</code>
        <Copy text={text} what="this command" />
      </div>
    </div>
  );
}

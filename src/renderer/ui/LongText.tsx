import { type ReactNode, useState } from 'react';

import { clipText, cutText } from '#shared/domain/cutText.ts';

import { useSay } from '../i18n/i18n.ts';
import { countText } from '../text/numbers.ts';
import styles from './LongText.module.css';

/** A provider may send a megabyte. Drawing more than this with marks and spans takes seconds. */
const MOST_SHOWN = 2000;
const LONGEST_CHUNK = 2000;

type Props = {
  readonly text: string;
  /** What the whole text is called where it is shown by itself. */
  readonly label: string;
  /** Draws the text, or its first 2,000 characters; without it they are drawn as they are. */
  readonly children?: (shown: string) => ReactNode;
};

/** A text of any length from the provider. All of it is shown on demand, as plain text in a box that scrolls. */
export function LongText({ text, label, children = plain }: Props): ReactNode {
  return text.length <= MOST_SHOWN ? (
    children(text)
  ) : (
    <Cut text={text} label={label}>
      {children}
    </Cut>
  );
}

function Cut({ text, label, children }: Required<Props>): ReactNode {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {isWhole ? (
        // The keyboard scrolls it, so it takes the focus. Spans: it may stand in a paragraph.
        <span
          role="group"
          aria-label={label}
          tabIndex={0}
          className={`code framed-control ${styles.whole}`}
        >
          {chunksOf(text).map(({ at, chunk }) => (
            <span key={at} className={styles.chunk}>
              {chunk}
            </span>
          ))}
        </span>
      ) : (
        children(clipText(text, MOST_SHOWN))
      )}
      <span className="row wrap baseline gap-8 above-4 text-12 regular muted sans">
        <button
          type="button"
          className="text-button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {say(isWhole ? 'longText.less' : 'longText.all')}
        </button>
        <span>{say('longText.length', { count: text.length, value: countText(text.length) })}</span>
      </span>
    </>
  );
}

/**
 * The browser lays out only the chunks in sight. In one piece a text that changes its direction or its script with each
 * character takes ten seconds.
 */
function chunksOf(text: string): readonly { readonly at: number; readonly chunk: string }[] {
  const chunks: { at: number; chunk: string }[] = [];
  for (let at = 0; at < text.length;) {
    const chunk = chunkAt(text, at);
    chunks.push({ at, chunk });
    at += chunk.length;
  }
  return chunks;
}

/** To the end of a line where there is one; it ends a line anyway. */
function chunkAt(text: string, at: number): string {
  const most = cutText(text.slice(at, at + LONGEST_CHUNK + 1), LONGEST_CHUNK);
  const lineEnd = at + most.length < text.length ? most.lastIndexOf('\n') + 1 : 0;
  return lineEnd === 0 ? most : most.slice(0, lineEnd);
}

function plain(shown: string): ReactNode {
  return shown;
}

/** As many characters as tell two ids of one day apart. */
const ID_END = 4;

/** An id, cut in its middle where there is no room: its end tells it from its neighbours. Selecting it takes all of it. */
export function CutId({ id }: { readonly id: string }): ReactNode {
  const start = cutText(id, Math.max(0, id.length - ID_END));
  return (
    <>
      <span className={styles.idStart}>{start}</span>
      {id.slice(start.length)}
    </>
  );
}

/** To be typed or copied: it breaks between its words only, not within `--live`. */
export function Command({ text }: { readonly text: string }): ReactNode {
  const [first, ...others] = text.split(' ');
  return (
    <code className="inline fit">
      <span className="inline fit breakable">{first}</span>
      {others.map((word, at) => (
        // Words of one text: their place is what tells them apart.
        <span key={`${at} ${word}`}>
          {' '}
          <span className="inline fit breakable">{word}</span>
        </span>
      ))}
    </code>
  );
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';

import { KEYS } from './keys.ts';

/** From here on a paste into the quick line looks like rows for a batch. */
const FEWEST_LINES = 3;

export type PastedLines = {
  /** The lines that were pasted into the quick line; null: none that look like a batch. */
  readonly count: number | null;
  /** True when the text was taken: the box does not get it. */
  readonly take: (text: string) => boolean;
  readonly openAsBatch: () => void;
  readonly forget: () => void;
};

/** Three or more lines in one paste: they are offered as a batch instead of being run together in one line. */
export function usePastedLines(): PastedLines {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const [text, setText] = useState<string | null>(null);
  return {
    count: text === null ? null : linesOf(text),
    take(pasted) {
      const isMany = linesOf(pasted) >= FEWEST_LINES;
      setText(isMany ? pasted : null);
      return isMany;
    },
    openAsBatch() {
      cache.setQueryData(KEYS.pastedRows, text);
      navigate('/batch');
    },
    forget: () => setText(null),
  };
}

function linesOf(text: string): number {
  return text.split(/\r\n|\r|\n/u).filter((line) => line.trim() !== '').length;
}

/** What the Batch screen begins with; given out once. */
export function takePastedRows(cache: QueryClient): string | null {
  const text = cache.getQueryData<string | null>(KEYS.pastedRows) ?? null;
  if (text !== null) cache.setQueryData(KEYS.pastedRows, null);
  return text;
}

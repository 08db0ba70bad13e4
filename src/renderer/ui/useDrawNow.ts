import { useState } from 'react';

/**
 * The cache tells of a change a moment later, and a box that is drawn with its old text in between loses the caret: what is
 * typed in the middle would go on at the end.
 */
export function useDrawNow(): () => void {
  const [, draw] = useState(0);
  return () => draw((times) => times + 1);
}

import type { MouseEvent } from 'react';

/** For a row that opens what its link opens: a click on the link itself is the link's own, or the browser's (another tab). */
export function isOnLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

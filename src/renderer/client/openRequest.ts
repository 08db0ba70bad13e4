import type { IntentId } from '#shared/domain/ids.ts';

/** Element id of the opened request in the log, so that other screens can focus it. */
export const DETAIL_ID = 'request-detail';

export function requestHref(intentId: IntentId): string {
  return `/log/${intentId}`;
}

/** After the screen has changed: what had the focus before is gone, and the keyboard goes on in the opened request. */
export function focusOpened(): void {
  setTimeout(() => document.getElementById(DETAIL_ID)?.focus());
}

import type { IntentId } from '#shared/domain/ids.ts';

/** The opened request of the log, to be found by whoever opens it from elsewhere. */
export const DETAIL_ID = 'request-detail';

export function requestHref(intentId: IntentId): string {
  return `/log/${intentId}`;
}

/** After the screen has changed: what had the focus before is gone, and the keyboard goes on in the opened request. */
export function focusOpened(): void {
  setTimeout(() => document.getElementById(DETAIL_ID)?.focus());
}

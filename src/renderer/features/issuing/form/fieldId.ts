import type { DraftField } from '#shared/domain/draft.ts';

export const QUICK_LINE_ID = 'quick-line';
export const SUBMIT_ID = 'issue-request';
/** Why nothing was issued. */
export const WHY_ID = 'why-not-issued';

export function fieldId(field: DraftField): string {
  return `field-${field}`;
}

/** Where the keyboard can be put: a field, the line above them, the button beneath, the words that say why nothing was issued. */
export type Spot = DraftField | 'quick' | 'submit' | 'why';

function idOf(spot: Spot): string {
  if (spot === 'quick') return QUICK_LINE_ID;
  if (spot === 'submit') return SUBMIT_ID;
  return spot === 'why' ? WHY_ID : fieldId(spot);
}

/** In a radio group into the chosen radio. */
export function focusSpot(spot: Spot): void {
  const element = document.getElementById(idOf(spot));
  const radio = element?.querySelector<HTMLElement>('input:checked, input');
  (radio ?? element)?.focus();
}

/** True when the focus is in the form or nowhere, so that it may be moved. An operator who works elsewhere keeps the focus. */
export function isKeyboardHere(): boolean {
  const { activeElement: at, body } = document;
  const form = document.getElementById(QUICK_LINE_ID)?.closest('form') ?? null;
  return at === null || at === body || form?.contains(at) === true;
}

import type { DraftField } from '#shared/domain/draft.ts';

export const QUICK_LINE_ID = 'quick-line';
export const SUBMIT_ID = 'issue-request';

export function fieldId(field: DraftField): string {
  return `field-${field}`;
}

/** Where the keyboard can be put: a field, the line above them, the button beneath. */
export type Spot = DraftField | 'quick' | 'submit';

/** In a radio group into the chosen radio. */
export function focusSpot(spot: Spot): void {
  const id = spot === 'quick' ? QUICK_LINE_ID : spot === 'submit' ? SUBMIT_ID : fieldId(spot);
  const element = document.getElementById(id);
  const radio = element?.querySelector<HTMLElement>('input:checked, input');
  (radio ?? element)?.focus();
}

/** True when the focus is in the form or nowhere, so that it may be moved. An operator who works elsewhere keeps the focus. */
export function isKeyboardHere(): boolean {
  const { activeElement: at, body } = document;
  const form = document.getElementById(QUICK_LINE_ID)?.closest('form') ?? null;
  return at === null || at === body || form?.contains(at) === true;
}

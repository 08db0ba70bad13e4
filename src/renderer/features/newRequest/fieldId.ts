import type { DraftField } from '#shared/domain/draft.ts';

export function fieldId(field: DraftField): string {
  return `field-${field}`;
}

/** Puts the keyboard into a field; in a radio group into the chosen radio. */
export function focusField(field: DraftField): void {
  const element = document.getElementById(fieldId(field));
  const radio = element?.querySelector<HTMLElement>('input:checked, input');
  (radio ?? element)?.focus();
}

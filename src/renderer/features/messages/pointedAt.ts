import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';

import { DETAIL_ID } from '../../client/requests.ts';

/** Which requests the operator points at: by the keyboard, and by what is open on the screen. */
export type PointedAt = {
  /** In whose card, or opened request of the Log, the keyboard is. */
  readonly card: IntentId | null;
  /** On whose row of the Log the keyboard is. */
  readonly row: IntentId | null;
  /** Opened in the Log. */
  readonly detail: IntentId | null;
  /** Cards of Now that are drawn whole, in their order. */
  readonly openCards: readonly IntentId[];
};

export function pointedAt(page: Document = document): PointedAt {
  const focused = page.activeElement?.closest<HTMLElement>('[data-intent]') ?? null;
  const isRow = focused?.tagName === 'TR';
  const cards = page.querySelectorAll<HTMLElement>('article[data-intent]');
  return {
    card: isRow ? null : intentOf(focused),
    row: isRow ? intentOf(focused) : null,
    detail: intentOf(page.getElementById(DETAIL_ID)),
    openCards: [...cards]
      .filter(({ dataset }) => dataset['folded'] !== 'true')
      .flatMap((card) => intentOf(card) ?? []),
  };
}

function intentOf(element: HTMLElement | null): IntentId | null {
  const parsed = intentIdSchema.safeParse(element?.dataset['intent']);
  return parsed.success ? parsed.data : null;
}

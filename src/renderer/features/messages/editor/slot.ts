import { BUILD_PAYMENT_TYPE } from '#shared/domain/deposit.ts';
import { type LimitsSnapshot, offeredTypes } from '#shared/domain/limits.ts';
import type { MessageKind } from '#shared/domain/message/wording.ts';
import {
  type Channel,
  type MessageLanguage,
  type MessagePurpose,
  type Template,
  purposeOf,
} from '#shared/domain/template.ts';

import type { Say } from '../../../i18n/i18n.ts';

/** What one wording is for. */
export type Slot = {
  readonly purpose: MessagePurpose;
  readonly language: MessageLanguage;
  readonly channel: Channel;
  /** Null: all that have none of their own. */
  readonly paymentType: string | null;
};

export function templateIn(templates: readonly Template[], slot: Slot): Template | null {
  return (
    templates.find(
      (template) =>
        template.language === slot.language &&
        template.channel === slot.channel &&
        purposeOf(template) === slot.purpose &&
        template.paymentType === slot.paymentType,
    ) ?? null
  );
}

/** All, the payment page's, those that the limits name, and those that have a wording in any language. */
export function typesFor(
  templates: readonly Template[],
  limits: LimitsSnapshot | null,
): readonly (string | null)[] {
  const currencies = limits?.recognised === true ? limits.entries.map((one) => one.currency) : [''];
  const offered = currencies.flatMap((currency) => offeredTypes(limits, currency));
  const own = templates.flatMap(({ paymentType }) => paymentType ?? []);
  const others = [...new Set([...offered, ...own])].filter((type) => type !== BUILD_PAYMENT_TYPE);
  return [null, BUILD_PAYMENT_TYPE, ...others.toSorted((a, b) => a.localeCompare(b))];
}

/** What customers of this type mostly pay to: the desk's wording for it is where one begins. */
export function kindOf({ purpose, paymentType }: Slot): MessageKind {
  if (purpose !== 'payment') return purpose;
  return paymentType === BUILD_PAYMENT_TYPE ? 'link' : 'requisites';
}

export function typeText(type: string | null, say: Say): string {
  if (type === null) return say('wording.allTypes');
  return type === BUILD_PAYMENT_TYPE ? say('wording.pageType', { type }) : type;
}

import { BUILD_PAYMENT_TYPE } from '#shared/domain/deposit.ts';
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
      (template) => isIn(template, slot) && template.paymentType === slot.paymentType,
    ) ?? null
  );
}

function isIn(template: Template, slot: Omit<Slot, 'paymentType'>): boolean {
  return (
    template.language === slot.language &&
    template.channel === slot.channel &&
    purposeOf(template) === slot.purpose
  );
}

/** All, the payment page's, those with a wording of their own here, and those that are being added. */
export function typesFor(
  templates: readonly Template[],
  slot: Omit<Slot, 'paymentType'>,
  added: readonly string[],
): readonly (string | null)[] {
  const own = templates
    .filter((template) => isIn(template, slot))
    .flatMap(({ paymentType }) => (paymentType === null ? [] : [paymentType]));
  const others = [...new Set([...own, ...added])].filter((type) => type !== BUILD_PAYMENT_TYPE);
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

import { BUILD_PAYMENT_TYPE } from '#shared/domain/deposit.ts';
import type { MessageKind } from '#shared/domain/message/wording.ts';
import type { Channel, MessageLanguage, Template } from '#shared/domain/template.ts';

import type { Say } from '../../../i18n/i18n.ts';

/** What one wording is for. */
export type Slot = {
  readonly language: MessageLanguage;
  readonly channel: Channel;
  /** Null: all that have none of their own. */
  readonly paymentType: string | null;
};

export function templateIn(templates: readonly Template[], slot: Slot): Template | null {
  return (
    templates.find(
      ({ language, channel, paymentType }) =>
        language === slot.language && channel === slot.channel && paymentType === slot.paymentType,
    ) ?? null
  );
}

/** All, the payment page's, those with a wording of their own here, and those that are being added. */
export function typesFor(
  templates: readonly Template[],
  slot: Omit<Slot, 'paymentType'>,
  added: readonly string[],
): readonly (string | null)[] {
  const own = templates
    .filter(({ language, channel }) => language === slot.language && channel === slot.channel)
    .flatMap(({ paymentType }) => (paymentType === null ? [] : [paymentType]));
  const others = [...new Set([...own, ...added])].filter((type) => type !== BUILD_PAYMENT_TYPE);
  return [null, BUILD_PAYMENT_TYPE, ...others.toSorted((a, b) => a.localeCompare(b))];
}

/** What customers of this type mostly pay to: the desk's wording for it is where one begins. */
export function kindOf({ paymentType }: Slot): MessageKind {
  return paymentType === BUILD_PAYMENT_TYPE ? 'link' : 'requisites';
}

export function typeText(type: string | null, say: Say): string {
  if (type === null) return say('wording.allTypes');
  return type === BUILD_PAYMENT_TYPE ? say('wording.pageType', { type }) : type;
}

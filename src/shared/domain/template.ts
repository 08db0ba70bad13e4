import { z } from 'zod';

/** What customers are written to in. Independent of the language of the screen. */
export const MESSAGE_LANGUAGES = ['en', 'ru', 'uz', 'kk', 'tg'] as const;
export const messageLanguageSchema = z.enum(MESSAGE_LANGUAGES);
export type MessageLanguage = z.infer<typeof messageLanguageSchema>;

/** Not reviewed by a native speaker yet: marked so wherever they can be chosen. */
export const DRAFT_MESSAGE_LANGUAGES: ReadonlySet<MessageLanguage> = new Set(['uz', 'kk', 'tg']);

/** How a message travels: Telegram copies what stands in backticks at a touch; WhatsApp is sent in two. */
export const CHANNELS = ['telegram', 'whatsapp', 'plain'] as const;
export const channelSchema = z.enum(CHANNELS);
export type Channel = z.infer<typeof channelSchema>;

/**
 * What a message is for: it asks the customer to pay, reminds of it, says that the time is over, confirms what was paid in full
 * or in part, or says that nothing is to be paid any more.
 */
export const MESSAGE_PURPOSES = [
  'payment',
  'reminder',
  'expired',
  'receipt',
  'partial',
  'refusal',
] as const;
const purposeSchema = z.enum(MESSAGE_PURPOSES);
export type MessagePurpose = z.infer<typeof purposeSchema>;

export const MAX_TEMPLATE = 2000;

/** The office's own wording, in place of the desk's. One per purpose, language, channel and payment type. */
export const templateSchema = z.strictObject({
  id: z.uuid(),
  language: messageLanguageSchema,
  channel: channelSchema,
  /** Null: for every payment type that has none of its own. */
  paymentType: z.string().trim().min(1).max(255).nullable(),
  text: z.string().trim().min(1).max(MAX_TEMPLATE),
  /** Absent: it asks the customer to pay, as every wording did before the others could be written. */
  purpose: purposeSchema.exclude(['payment']).optional(),
});
export type Template = z.infer<typeof templateSchema>;

export function purposeOf({ purpose }: Pick<Template, 'purpose'>): MessagePurpose {
  return purpose ?? 'payment';
}

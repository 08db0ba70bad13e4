import { type Settings, settingsSchema } from '#shared/domain/settings.ts';

import type { Services } from '../../ports.ts';

/** What was chosen of how the page looks: it is in the page itself, so that nothing flashes before the page has asked. */
export type PageLook = Pick<Settings, 'language' | 'theme' | 'textSize'>;

/** Null: it cannot be had now, and the page begins as the system looks. */
export async function readLook(dispatch: Services['dispatch']): Promise<PageLook | null> {
  const reply = await dispatch('settings.get', {});
  return reply.ok ? (settingsSchema.safeParse(reply.value).data ?? null) : null;
}

const BEGINNING = '<html lang="en">';

/** The values are words and numbers of our own lists. */
export function withLook(html: string, look: PageLook | null): string {
  if (look === null) return html;
  const { language, theme, textSize } = look;
  return html.replace(
    BEGINNING,
    `<html lang="${language}" data-theme="${theme}" data-text-size="${textSize}">`,
  );
}

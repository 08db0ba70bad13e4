import { type ListenerSettings, listenerSettingsSchema } from '#shared/domain/callback.ts';

import type { ReadDraft } from '../../../ui/form/useDraft.ts';

/** The texts in the controls. */
export type ListenerTexts = {
  readonly enabled: boolean;
  readonly host: string;
  readonly port: string;
  readonly publicUrl: string;
  readonly fillsLiveForm: boolean;
};

/** The texts that the contract may refuse, each with its words. */
export const LISTENER_FIELDS = {
  host: 'listener.host',
  port: 'listener.port',
  publicUrl: 'listener.public',
} as const;

export function textsOf(settings: ListenerSettings): ListenerTexts {
  const { port, publicUrl, ...rest } = settings;
  return { ...rest, port: port === null ? '' : String(port), publicUrl: publicUrl ?? '' };
}

/** The settings, or the fields that the contract refuses. */
export function readListener(texts: ListenerTexts): ReadDraft<ListenerSettings> {
  const port = texts.port.trim();
  const publicUrl = texts.publicUrl.trim();
  const typed = {
    enabled: texts.enabled,
    host: texts.host.trim(),
    port: port === '' ? null : wholeNumber(port),
    publicUrl: publicUrl === '' ? null : publicUrl,
    // Without an address that a provider reaches there is nothing to fill in.
    fillsLiveForm: texts.fillsLiveForm && publicUrl !== '',
  };
  const read = listenerSettingsSchema.safeParse(typed);
  if (read.success) return { ok: true, value: read.data };
  const paths = new Set(read.error.issues.map(({ path }) => path[0]));
  const faults = Object.entries(LISTENER_FIELDS)
    .filter(([field]) => paths.has(field))
    .map(([field, word]) => [field, { word: `${word}.fault` }] as const);
  return { ok: false, faults: Object.fromEntries(faults) };
}

function wholeNumber(text: string): number {
  return /^[0-9]{1,6}$/u.test(text) ? Number(text) : Number.NaN;
}

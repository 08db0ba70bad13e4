import { type ListenerSettings, listenerSettingsSchema } from '#shared/domain/callback.ts';

/** The texts in the controls. */
export type ListenerTexts = {
  readonly enabled: boolean;
  readonly host: string;
  readonly port: string;
  readonly publicUrl: string;
  readonly fillsLiveForm: boolean;
};
export type ListenerField = 'host' | 'port' | 'publicUrl';

export function textsOf(settings: ListenerSettings): ListenerTexts {
  const { port, publicUrl, ...rest } = settings;
  return { ...rest, port: port === null ? '' : String(port), publicUrl: publicUrl ?? '' };
}

/** The settings, or the fields that the contract refuses. */
export function readListener(
  texts: ListenerTexts,
):
  | { readonly ok: true; readonly settings: ListenerSettings }
  | { readonly ok: false; readonly faults: ReadonlySet<ListenerField> } {
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
  if (read.success) return { ok: true, settings: read.data };
  const paths = new Set(read.error.issues.map(({ path }) => path[0]));
  const fields: readonly ListenerField[] = ['host', 'port', 'publicUrl'];
  return { ok: false, faults: new Set(fields.filter((field) => paths.has(field))) };
}

function wholeNumber(text: string): number {
  return /^[0-9]{1,6}$/u.test(text) ? Number(text) : Number.NaN;
}

import { PAYLOADS } from './payloads.ts';

/** A text that names its field and its number, so that it can be looked for. */
export function marked(field: string, at: number): string {
  return `${field}${at} ${PAYLOADS[at] ?? ''}`;
}

/** As it stands in an answer or a callback that is shown byte by byte. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export const EVERY: readonly number[] = [...PAYLOADS.keys()];

/** Each is asked for four times: it is accepted, it is refused, it fails, and the answer is about something else. */
export const orderOf = (at: number): string => `${marked('o', at)}!`;
export const refusedOrderOf = (at: number): string => `${marked('n', at)}!`;
export const unknownOrderOf = (at: number): string => `${marked('u', at)}!`;
export const foreignOrderOf = (at: number): string => `${marked('f', at)}!`;
export const customerOf = (at: number): string => marked('c', at);

/** What a provider puts into requisites, and an operator who types them off its screen. */
export const DATA_FIELDS = ['number', 'name', 'bank_name', 'bic', 'payment_reason', 'url'] as const;

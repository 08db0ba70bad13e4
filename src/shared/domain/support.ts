import { Money } from './money.ts';
import { type DepositRequest, amountOf, handedDataOf, remoteIdOf } from './request.ts';
import { numberToCopy } from './requisites.ts';

/**
 * What a provider's support needs to find a request, without requisites. In English whatever the screen's
 * language: the support team knows the API's field names.
 */
export function supportText(request: DepositRequest, timeZone: string | null): string {
  const { fields, flow } = request.body;
  const lines = [
    ['Merchant', fields.merchant],
    [flow === 'create' ? 'Order (external_id)' : 'Order (order_id)', fields.order_id],
    ['Provider ID', remoteIdOf(request)],
    ['Amount', amountLine(request)],
    ['Payment type', fields.payment_type],
    ['Customer', fields.customer ?? null],
    ['Sent', momentText(request.createdAt, timeZone)],
    ['Number ends with', lastFour(request)],
    ['Result', resultLine(request)],
  ] as const;
  return lines
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${oneLine(value)}`]))
    .join('\n');
}

/** As sent; where the provider returned another one, both. */
function amountLine(request: DepositRequest): string {
  const { cents: sent, currency } = request.body.fields;
  const { cents: returned } = amountOf(request);
  const text = (cents: number): string =>
    `${Money.plain(cents, currency)} ${currency} (cents: ${cents})`;
  return returned === sent ? text(sent) : `${text(sent)}, returned ${text(returned)}`;
}

/** 2026-11-15 15:00:00 +03:00 (Europe/Moscow) */
function momentText(at: string, timeZone: string | null): string {
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const of = (name: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === name)?.value ?? '';
  const day = [of('year'), of('month'), of('day')].join('-');
  const clock = [of('hour'), of('minute'), of('second')].join(':');
  return `${day} ${clock} ${offsetOf(new Date(at), zone)} (${zone})`;
}

function offsetOf(at: Date, timeZone: string): string {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return /[+-][0-9]{2}:[0-9]{2}/u.exec(name ?? '')?.[0] ?? '+00:00';
}

function lastFour(request: DepositRequest): string | null {
  const digits = numberToCopy(handedDataOf(request)?.number ?? '').replaceAll(/[^0-9]/gu, '');
  // Of a shorter one the last four would be most of it.
  return digits.length < 8 ? null : digits.slice(-4);
}

const RESULTS = {
  rejected: 'refused, nothing created',
  not_sent: 'not_sent',
  unknown: 'no usable answer',
} as const;

function resultLine(request: DepositRequest): string {
  switch (request.outcome) {
    case 'accepted':
      return request.heard?.state === undefined || request.heard.state === null
        ? `accepted, state ${request.answer.record.state}`
        : `accepted, called back as “${request.heard.state}”`;
    case 'rejected':
    case 'not_sent':
    case 'unknown': {
      const { httpStatus } = request.reason;
      const status = httpStatus === null ? '' : `, HTTP ${httpStatus}`;
      return `${RESULTS[request.outcome]}, ${request.reason.code}${status}`;
    }
    case 'prepared':
    case 'sending':
      return 'no answer yet';
  }
}

/** A value from elsewhere does not get to write lines of its own. */
function oneLine(value: string): string {
  return value.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

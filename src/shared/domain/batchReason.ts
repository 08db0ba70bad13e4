import type { BatchRow } from './batch.ts';
import { FIELD_FAULTS } from './draft.ts';
import { PLAIN_CODES } from './failure.ts';
import { BATCH_FIELDS, batchFieldSchema } from './importing.ts';
import { NOT_SENT_REASONS, REJECTED_REASONS, TEAM_REASONS, UNKNOWN_REASONS } from './request.ts';

const REQUEST_REASONS = [
  ...REJECTED_REASONS,
  ...NOT_SENT_REASONS,
  ...TEAM_REASONS,
  ...UNKNOWN_REASONS,
];
const OWN_REASONS = ['order_open', 'unanswered_before', 'too_long', 'restored', 'other'] as const;

/** Keys of the page's wordings from which `reasonText` makes its text. The page sends them with the order of a report. */
export const REASON_KEYS = [
  ...REQUEST_REASONS.map((code) => `reason.${code}` as const),
  ...OWN_REASONS.map((code) => `batch.reason.${code}` as const),
  ...FIELD_FAULTS.map((code) => `batch.problem.${code}` as const),
  ...BATCH_FIELDS.map((field) => `batch.field.${field}` as const),
  ...PLAIN_CODES.map((code) => `failure.${code}` as const),
];
type ReasonKey = (typeof REASON_KEYS)[number];
type Say = (key: ReasonKey, values?: Readonly<Record<string, string>>) => string;

type Reasoned = Pick<BatchRow, 'outcome' | 'reasonCode' | 'detail' | 'fields'>;

/** Why a row was not accepted, in words; null where nothing is to be said. */
export function reasonText(row: Reasoned, say: Say): string | null {
  const { outcome, reasonCode: code } = row;
  if (code === null) return null;
  if (outcome === 'refused') return refusalText(row, code, say);
  if (code === 'restored') return say('batch.reason.restored');
  const known = REQUEST_REASONS.find((one) => one === code);
  if (known === undefined) return say('batch.reason.other');
  return say(`reason.${known}`, { type: row.fields.payment_type ?? '' });
}

/** The desk's own refusal, before W1. */
function refusalText({ detail }: Reasoned, code: string, say: Say): string {
  if (code === 'order_open' || code === 'unanswered_before') return say(`batch.reason.${code}`);
  const faults = (detail ?? '').split(', ').flatMap((one) => faultText(one, say) ?? []);
  if (faults.length > 0) return faults.join(' · ');
  const fault = FIELD_FAULTS.find((one) => one === code);
  if (fault !== undefined) return faultWord(fault, say);
  const failed = PLAIN_CODES.find((one) => one === code);
  return failed === undefined ? say('batch.reason.other') : say(`failure.${failed}`);
}

/** "cents: below_minimum", as core's `refusalOf` writes it. Null: it is something else. */
function faultText(written: string, say: Say): string | null {
  const [name, code] = written.split(': ');
  const fault = FIELD_FAULTS.find((one) => one === code);
  const field = batchFieldSchema.safeParse(name === 'cents' ? 'amount' : name);
  if (fault === undefined || !field.success) return null;
  return `${say(`batch.field.${field.data}`)}: ${faultWord(fault, say)}`;
}

/** Without the bound that was crossed, which a refusal does not keep. */
function faultWord(fault: (typeof FIELD_FAULTS)[number], say: Say): string {
  if (fault === 'too_long') return say('batch.reason.too_long');
  return say(`batch.problem.${fault}`, { limit: '' }).trim();
}

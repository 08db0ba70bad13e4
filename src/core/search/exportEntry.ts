import type { Currency } from '#shared/domain/currency.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import { saidInMajor } from '#shared/domain/paid.ts';
import {
  type DepositRequest,
  type Resolution,
  handedDataOf,
  remoteIdOf,
  resolutionOf,
  returnedCents,
  stateOf,
} from '#shared/domain/request.ts';
import { maskLink, maskNumber, numberToCopy } from '#shared/domain/requisites.ts';

type SqlType = 'INTEGER' | 'INTEGER NOT NULL' | 'TEXT' | 'TEXT NOT NULL';
type Columns = Readonly<Record<string, SqlType>>;

type Nullable<Sql extends SqlType> = Sql extends `${string} NOT NULL` ? never : null;
type ValueOf<Sql extends SqlType> = (Sql extends `TEXT${string}` ? string : number) | Nullable<Sql>;

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ValueOf<C[Name]> };

export function columnsSql(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

/**
 * What an export says of a request, as columns of the index: nothing has to be taken out of a document when a million rows are
 * written. `operator` is the name at the desk, `state` the provider's own word: as last heard, else as answered.
 */
export const EXPORTED = {
  created_ms: 'INTEGER NOT NULL',
  order_id: 'TEXT NOT NULL',
  customer: 'TEXT',
  phone: 'TEXT',
  profile_name: 'TEXT NOT NULL',
  mode: 'TEXT NOT NULL',
  operator: 'TEXT NOT NULL',
  flow: 'TEXT NOT NULL',
  payment_type: 'TEXT NOT NULL',
  currency: 'TEXT NOT NULL',
  sent_cents: 'INTEGER NOT NULL',
  returned_cents: 'INTEGER',
  outcome: 'TEXT NOT NULL',
  reason_code: 'TEXT',
  resolution: 'TEXT',
  state: 'TEXT',
  remote_id: 'TEXT',
  number: 'TEXT',
  masked_number: 'TEXT',
  name: 'TEXT',
  bank_name: 'TEXT',
  bic: 'TEXT',
  url: 'TEXT',
  masked_url: 'TEXT',
  is_sample: 'INTEGER NOT NULL',
  is_flagged: 'INTEGER NOT NULL',
} as const;
/** What has a narrower type in a request has it here too. */
type Exact = Pick<DepositRequest, 'mode' | 'outcome'> & {
  readonly flow: Flow;
  readonly currency: Currency;
  readonly resolution: Resolution['kind'] | null;
};
export type ExportEntry = Omit<RowOf<typeof EXPORTED>, keyof Exact> & Exact;

export function exportEntryOf(request: DepositRequest): ExportEntry {
  const { fields } = request.body;
  const paymentData = handedDataOf(request);
  const number = nonEmpty(paymentData?.number);
  const url = nonEmpty(paymentData?.url);
  return {
    order_id: fields.order_id,
    customer: request.erased === undefined ? (fields.customer ?? null) : null,
    phone: ('customer_phone_number' in fields ? fields.customer_phone_number : undefined) ?? null,
    profile_name: request.profileName,
    operator: request.operator.name,
    payment_type: fields.payment_type,
    state: stateOf(request),
    remote_id: remoteIdOf(request),
    number: number === null ? null : numberToCopy(number),
    masked_number: number === null ? maskedLastFour(request) : maskNumber(number),
    name: nonEmpty(paymentData?.name),
    bank_name: nonEmpty(paymentData?.bank_name),
    bic: nonEmpty(paymentData?.bic),
    url,
    masked_url: url === null ? null : maskLink(url),
    created_ms: Date.parse(request.createdAt),
    mode: request.mode,
    flow: request.body.flow,
    currency: fields.currency,
    sent_cents: fields.cents,
    returned_cents: returnedCents(request),
    outcome: request.outcome,
    reason_code: 'reason' in request ? request.reason.code : null,
    resolution: resolutionOf(request),
    is_sample: request.sample === true ? 1 : 0,
    is_flagged: request.flagged === true ? 1 : 0,
  };
}

export function saidIn(request: DepositRequest, amount: string | null): string | null {
  return amount === null ? null : saidInMajor(request, amount);
}

/** All that is left of a number that was erased. */
function maskedLastFour({ erased }: DepositRequest): string | null {
  const lastFour = erased?.lastFour ?? null;
  return lastFour === null ? null : `•••• ${lastFour}`;
}

/** Of a name only its beginning, enough to tell two apart. */
export function maskedName(name: string | null): string | null {
  return name === null ? null : `${Array.from(name)[0] ?? ''}••••••`;
}

/** Only the direct flow's answer has an amount. */
function nonEmpty(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text;
}

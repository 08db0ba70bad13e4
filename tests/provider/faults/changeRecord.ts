import type { Flow } from '#sandbox/fields.ts';

import type { AnswerField, Change, TextTrick } from './fault.ts';

/** An answer's object, on its way to being spoilt. */
export type Answer = Readonly<Record<string, unknown>>;

export type TrueAnswer = {
  readonly flow: Flow;
  readonly record: Answer;
  /** Looks up the id of another record of this merchant: of that order, or of the newest. null: there is none. */
  readonly otherId: (ofOrderId: string | null) => string | null;
};

const UNNAMED_FIELDS = { fee_cents: 0, note: 'not in the document', tags: ['a', 'b'] };
const OTHER_MERCHANT = '99999999-0000-4000-8000-000000000000';
const OTHER_ID = '99999999-1111-4111-8111-111111111111';

/** null: there is no earlier record whose id could be reused. */
export function changeRecord(answer: TrueAnswer, change: Change): Answer | null {
  const { flow, record } = answer;
  switch (change.to) {
    case 'lacks':
      return withField(answer, change.field, undefined);
    case 'wrong-type':
      return withField(answer, change.field, valueOfOtherType(record, change.field));
    case 'other-value':
      return withField(answer, change.field, otherValue(flow, record, change.field));
    case 'reused-id': {
      const id = answer.otherId(change.ofOrderId);
      return id === null ? null : withField(answer, 'id', id);
    }
    case 'state':
      return { ...record, state: change.state };
    case 'amount':
      return { ...record, amount_cents: Number(record['amount_cents']) + change.delta };
    case 'error-beside':
      return { ...record, error: { code: 'internal', message: 'Something went wrong' } };
    case 'extra-fields':
      return { ...record, ...UNNAMED_FIELDS, payment_data: { ...dataOf(record), iban: 'TEST' } };
    case 'null-optionals':
      return withOptionals(answer, null);
    case 'no-optionals':
      return withOptionals(answer, undefined);
    case 'url': {
      const linked = { ...record, payment_data: { ...dataOf(record), url: change.url } };
      return flow === 'create' ? { ...linked, payment_bill_url: change.url } : linked;
    }
  }
}

const NAMES: Readonly<Record<AnswerField, Readonly<Record<Flow, string>>>> = {
  id: { create: 'id', build: 'uuid' },
  merchant: { create: 'merchant', build: 'merchant' },
  order: { create: 'external_id', build: 'order_id' },
  state: { create: 'state', build: 'state' },
  kind: { create: 'kind', build: 'kind' },
  amount: { create: 'amount_cents', build: 'amount_cents' },
  currency: { create: 'amount_currency', build: 'amount_currency' },
  'payment-data': { create: 'payment_data', build: 'payment_data' },
  'payment-url': { create: 'url', build: 'url' },
};

/** undefined leaves the field out. */
function withField({ flow, record }: TrueAnswer, field: AnswerField, value: unknown): Answer {
  const name = NAMES[field][flow];
  if (field !== 'payment-url') return defined({ ...record, [name]: value });
  return { ...record, payment_data: defined({ ...dataOf(record), [name]: value }) };
}

function valueOfOtherType(record: Answer, field: AnswerField): unknown {
  if (field === 'amount') return String(record['amount_cents']);
  return field === 'payment-data' ? 'see the counter' : 7;
}

function otherValue(flow: Flow, record: Answer, field: AnswerField): string {
  const now = String(record[NAMES[field][flow]]);
  switch (field) {
    case 'merchant':
      return OTHER_MERCHANT;
    case 'currency':
      return now === 'RUB' ? 'UZS' : 'RUB';
    case 'kind':
      return 'payout';
    default:
      return `${now}-other`;
  }
}

/** The document's other fields: of 2.3 and of 2.6, of which a number alone can be paid. Build has only 2.6's. */
const OPTIONAL = ['seller', 'buyer', 'payment_bill_url'];
const OPTIONAL_DATA = ['name', 'bank_name', 'bic', 'payment_reason'];

function withOptionals({ flow, record }: TrueAnswer, value: null | undefined): Answer {
  const all = (names: readonly string[]): Answer =>
    Object.fromEntries(names.map((name) => [name, value]));
  const data =
    flow === 'create'
      ? { ...dataOf(record), ...all([...OPTIONAL_DATA, 'url']) }
      : { ...dataOf(record), ...all([...OPTIONAL_DATA, 'number']) };
  const outer = flow === 'create' ? all(OPTIONAL) : {};
  return defined({ ...record, ...outer, payment_data: defined(data) });
}

function dataOf(record: Answer): Answer {
  const data = record['payment_data'];
  return typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {};
}

function defined(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined));
}

/** What only the text of an answer can be. */
export function trickText({ flow, record }: TrueAnswer, trick: TextTrick): Buffer {
  const text = JSON.stringify(record);
  const inside = text.slice(1);
  switch (trick) {
    case 'cut':
      return Buffer.from(text.slice(0, -1));
    case 'duplicate-key':
      return Buffer.from(`{"${NAMES.id[flow]}":"${OTHER_ID}",${inside}`);
    case 'duplicate-key-nested': {
      const key = flow === 'create' ? 'number' : 'url';
      return Buffer.from(text.replace('"payment_data":{', `"payment_data":{"${key}":"0",`));
    }
    case 'unsafe-integer': {
      const { amount_cents: _, ...rest } = record;
      return Buffer.from(`{"amount_cents":9007199254740993,${JSON.stringify(rest).slice(1)}`);
    }
    case 'not-utf8':
      return Buffer.concat([
        Buffer.from('{"note":"'),
        Buffer.from([0xff]),
        Buffer.from(`",${inside}`),
      ]);
  }
}

/** The record with a field that makes it at least this large. */
export function paddedText(record: Answer, bytes: number): string {
  return JSON.stringify({ ...record, padding: ' '.repeat(bytes) });
}

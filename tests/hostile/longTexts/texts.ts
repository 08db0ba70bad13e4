/** In UTF-16 units. An answer may have a megabyte. */
export const LENGTHS = [40_000, 300_000] as const;

/** Each has cost seconds or minutes in a page that drew, masked or searched all of it. */
const UNITS = {
  digits: '2200700812345675',
  words: 'lorem😀 ipsum',
  unseen: 'a\u200b',
  directions: '\u202ea\u202c',
  lines: 'a\n',
  marks: ' _x',
  quotes: String.raw`\"`,
} as const;
export type Filler = keyof typeof UNITS;
export const FILLERS = Object.keys(UNITS).filter((name): name is Filler => name in UNITS);

export function textOf(filler: Filler, length: number): string {
  const unit = UNITS[filler];
  return unit.repeat(Math.floor(length / unit.length));
}

const REFUSED = 422;
const FAILED = 500;
/** Node reads no more headers than 16 KiB. */
const LONGEST_HEADER = 12_000;

export type Said = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
};

const inData =
  (field: string) =>
  (text: string): Said => ({ body: { payment_data: { [field]: text } } });

/** Every place of an answer whose text is shown. */
export const PLACES: Readonly<Record<string, (text: string) => Said>> = {
  number: inData('number'),
  name: inData('name'),
  bank_name: inData('bank_name'),
  bic: inData('bic'),
  payment_reason: inData('payment_reason'),
  url: inData('url'),
  'https url': (text) => inData('url')(`https://pay.example/${text}`),
  'a url of 5,000': (text) => inData('url')(`https://pay.example/${text}`.slice(0, 5000)),
  'another field': inData('extra'),
  'the name of a field': (text) => ({ body: { payment_data: { [text]: '2200700812345675' } } }),
  'thousands of fields': (text) => ({ body: { payment_data: fieldsOf(text) } }),
  payment_bill_url: (text) => ({ body: { payment_bill_url: text } }),
  seller: (text) => ({ body: { seller: text } }),
  surprise: (text) => ({ body: { surprise: text } }),
  state: (text) => ({ body: { state: text } }),
  kind: (text) => ({ body: { kind: text } }),
  'a header': (text) => ({
    headers: { 'x-long': encodeURIComponent(text).slice(0, LONGEST_HEADER) },
    body: {},
  }),
  'a refusal': (text) => ({
    status: REFUSED,
    headers: { 'retry-after': encodeURIComponent(text).slice(0, LONGEST_HEADER) },
    body: { message: text },
  }),
  'an error': (text) => ({ status: FAILED, body: { message: text } }),
};

function fieldsOf(text: string): object {
  const count = Math.floor(text.length / 20);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${at}`, String(1_000_000_000 + at * 79)]),
  );
}

/**
 * The fault table of issuing.md with its items marked: `{words}`, or `{words@name}` where the words alone would not tell two
 * items apart. Without the marks each text is the table's own, which table.test.ts holds.
 */
type MarkedRow = { readonly fault: string; readonly means: string };

const MARKED: readonly MarkedRow[] = [
  {
    fault:
      'W1 cannot be written ({disk full}, {busy}, {read-only}, {I/O error}, {corrupt@corrupt log})',
    means: 'nothing issued: "It can\'t be recorded, so it was not sent"',
  },
  {
    fault:
      '{crash after W1} · vault {locked}, {denied}, {absent}, {hanging@hanging vault} · {DNS fails} · {refused}, {unreachable}, {connect timeout} · {proxy refuses} · TLS {expired}, {self-signed}, {wrong host}, {hanging@hanging TLS} (no bypass) · {W2 cannot be written} · {cancelled before W2}',
    means: '`not_sent`',
  },
  {
    fault:
      '{crash after W2} · {reset while writing} · {hard deadline} · {cancelled after W2} · {machine slept} · {empty reply} · {not HTTP}, {header overflow} · {reset@reset body} or {short body} · {body cut at EOF} · {1xx then close} · {any 3xx} (never followed) · {408} · {409} ("the provider says this order exists", linked) · {any 5xx} ° · {any status not listed here}',
    means: '`unknown`, raw answer viewable',
  },
  {
    fault:
      '2xx that is {empty@empty body}, {HTML}, {bad JSON}, has {duplicate keys} or {integers beyond safe range}, {an error object} °, {lacks a required field} or has {wrong types} · {over 1 MiB after decompression}',
    means: '`unknown`, raw answer viewable',
  },
  {
    fault:
      '2xx whose echo differs (create: {merchant@merchant of create}, {external_id}, {amount_currency@currency of create}, {kind}; build: {merchant@merchant of build}, {order_id}, {amount_currency@currency of build}), whose {id already belongs to another request}, or whose {state is not an accepted one} °',
    means: '`unknown`, quarantined: requisites hidden until resolved',
  },
  {
    fault: '{returned amount_cents differs from the sent cents}',
    means:
      '`accepted`; copying is locked until the operator acknowledges both amounts; messages carry the returned one',
  },
  {
    fault: '{400} {401} {403} {404} {405} {413} {415} {422} °',
    means: "`rejected`, provider's message shown, raw viewable",
  },
  {
    fault:
      '{a definite refusal taught to the provider format} (status + path + value, e.g. "no requisites") °',
    means:
      '`rejected` with its meaning: "The provider has no requisites for sbp now. Nothing was created." and one key to try another type',
  },
  { fault: '{425} {429} °', means: '`rejected`, Retry-After shown' },
  {
    fault: '2xx valid with {extra}, {null} or {missing} optional fields',
    means: '`accepted`, extras kept and shown',
  },
  {
    fault:
      '2xx valid with an unsafe URL ({not https}, {credentials}, {not a URL}; {http only for the exact origin of a sandbox-mode profile})',
    means: '`accepted`, the URL is text: no link, no QR',
  },
  {
    fault: '{W3 cannot be written}',
    means:
      'release the reserve and retry; still failing: screen says `unknown`, the answer is held in memory and offered to save, issuing stops',
  },
  {
    fault: '{callback that matches an `unknown`}',
    means: 'stays `unknown` with the suggestion "the provider knows it", one click to confirm',
  },
];

/** Rows about connections that were opened while the operator typed (ADR 19), marked in the same way. */
const MARKED_READY: readonly MarkedRow[] = [
  {
    fault:
      'ready connection {closed by the server while idle}, {dropped by the proxy} or {DNS moved meanwhile}',
    means: 'where it is dead another one is opened before W2; `accepted`',
  },
  {
    fault: '{closed between W2 and the first byte}',
    means: '`not_sent`, recorded durably',
  },
  { fault: '{certificate expired meanwhile}', means: '`not_sent`: a new one is refused' },
  { fault: '{half-open (no FIN)}', means: '`unknown`' },
];

const MARK = /\{(?<words>[^{}@]+)(?:@(?<name>[^{}]+))?\}/gu;

export type Item = { readonly row: number; readonly name: string };

export const ITEMS: readonly Item[] = [...MARKED, ...MARKED_READY].flatMap(({ fault }, at) =>
  [...fault.matchAll(MARK)].map(({ groups }) => ({
    row: at + 1,
    name: groups?.['name'] ?? groups?.['words'] ?? '',
  })),
);

const asWritten = ({ fault, means }: MarkedRow): string =>
  `| ${fault.replaceAll(MARK, '$<words>')} | ${means} |`;

/** As issuing.md has them. */
export const ROWS: readonly string[] = MARKED.map(asWritten);
export const READY_ROWS: readonly string[] = MARKED_READY.map(asWritten);

/** What is left of each row's fault beside its items. */
export const JOINTS: readonly string[] = MARKED.map(({ fault }) => fault.replaceAll(MARK, '_'));

/** Items that only one of the two flows can meet; build returns neither a kind nor an amount. */
export const ONLY_IN: ReadonlyMap<string, 'create' | 'build'> = new Map([
  ['merchant of create', 'create'],
  ['external_id', 'create'],
  ['currency of create', 'create'],
  ['kind', 'create'],
  ['merchant of build', 'build'],
  ['order_id', 'build'],
  ['currency of build', 'build'],
  ['returned amount_cents differs from the sent cents', 'create'],
]);

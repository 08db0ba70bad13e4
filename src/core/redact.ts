/**
 * The one place that takes secrets out of text. It learns every secret that passes through core, so that no caller has to
 * remember which ones could be in what it is about to write.
 */
export type Redactor = {
  readonly learn: (secret: string) => void;
  readonly text: (text: string) => string;
  /** Every text inside a JSON value; keys stay. */
  readonly deep: <T>(value: T) => T;
};

export const DOTS = '••••••';
/** Shorter secrets would dot amounts, ids and common words all over the log. */
const SHORTEST = 6;

export function createRedactor(): Redactor {
  /** Longest first: a secret that begins like another one must not lose only that beginning. */
  let forms: readonly string[] = [];
  /** Every field of every request passes through here, and most are shorter than any secret. */
  let shortest = Infinity;

  function text(input: string): string {
    let clean = input;
    if (clean.length < shortest) return clean;
    for (const form of forms) {
      if (clean.includes(form)) clean = clean.replaceAll(form, DOTS);
    }
    return clean;
  }

  function deepUnknown(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deepUnknown);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, deepUnknown(own)]));
  }

  function deep<T>(value: T): T;
  function deep(value: unknown): unknown {
    return deepUnknown(value);
  }

  return {
    learn(secret) {
      if (secret.length < SHORTEST || forms.includes(secret)) return;
      const all = new Set([...forms, ...formsOf(secret)]);
      forms = [...all].toSorted((one, another) => another.length - one.length);
      shortest = forms.at(-1)?.length ?? Infinity;
    },
    text,
    deep,
  };
}

/** A line of a private key; shorter ones are its frame, or tell nothing. */
const SHORTEST_LINE = 32;

/** The ways a secret is commonly spelt once it sits inside something else. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replaceAll(/\P{ASCII}/gu, (letter) => escaped(letter));
  const percent = [
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];
  const lines = secret.split(/\r\n|\r|\n/u);
  return [
    secret,
    // PHP escapes slashes and everything beyond ASCII unless it is told not to.
    ...[json, ascii].flatMap((text) => [text, text.replaceAll('/', String.raw`\/`)]),
    ...percent.flatMap((text) => [
      text,
      text.replaceAll(/%[0-9A-F]{2}/gu, (byte) => byte.toLowerCase()),
    ]),
    // Without padding: what follows it, if anything, tells nothing.
    bytes.toString('base64').replace(/=+$/u, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[secret.trim(), lines.join('')].filter(({ length }) => length >= SHORTEST),
    ...lines.filter(({ length }) => length >= SHORTEST_LINE),
  ];
}

function escaped(letter: string): string {
  // By halves of a pair, as JSON has it.
  return letter
    .split('')
    .map((half) => String.raw`\u` + half.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('');
}

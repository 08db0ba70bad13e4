/**
 * The one place that takes secrets out of text. It learns every secret that passes through core, so that no caller has to
 * remember which ones could be in what it is about to write.
 *
 * It knows what the vault holds, and beside that only what something under way may still speak of: a secret that was dropped
 * (proven to be replaced, deleted, taken back) is forgotten when every call has ended that was under way at that moment, since an
 * answer to one of them may repeat it. Afterwards the desk sends it to no provider that could repeat it, as after a restart, and no
 * copy of it is left in memory.
 */
export type Redactor = {
  /** What is known of one account from now on. Those that were known of it and are not among these are dropped. */
  readonly learn: (account: string, secrets: readonly string[]) => void;
  /** Known at once and already dropped: one that may not come to be stored. */
  readonly pass: (secret: string) => void;
  /** Whatever is known when `work` begins, or is learnt meanwhile, stays known until it has ended. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly text: (text: string) => string;
  /** Every text inside a JSON value; keys stay. */
  readonly deep: <T>(value: T) => T;
};

export const DOTS = '••••••';
/** Shorter secrets would dot amounts, ids and common words all over the log. */
const SHORTEST = 6;

export function createRedactor(): Redactor {
  const known = new Map<string, readonly string[]>();
  /** Longest first: a secret that begins like another one must not lose only that beginning. */
  let forms: readonly string[] = [];
  /** Every field of every request passes through here, and most are shorter than any secret. */
  let shortest = Infinity;
  const dropped = createDropped(refresh);

  function refresh(): void {
    const secrets = new Set([...known.values()].flat().concat(dropped.list()));
    const long = [...secrets].filter(({ length }) => length >= SHORTEST);
    const all = new Set(long.flatMap(formsOf));
    forms = [...all].toSorted((one, another) => another.length - one.length);
    shortest = forms.at(-1)?.length ?? Infinity;
  }

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
    learn(account, secrets) {
      const before = known.get(account) ?? [];
      // The vault is asked before every request, and nearly always says the same.
      if (before.length === secrets.length && before.every((own, at) => own === secrets[at]))
        return;
      dropped.add(before.filter((own) => !secrets.includes(own)));
      known.set(account, secrets);
      refresh();
    },
    pass(secret) {
      dropped.add([secret]);
      refresh();
    },
    during: dropped.during,
    text,
    deep,
  };
}

/** Takes secrets out of text, but not out of `kept`: texts that the reader of the result knows anyway. */
export function createRedactorExcept(
  redactor: Pick<Redactor, 'text'>,
  kept: readonly string[],
): Redactor['text'] {
  const holding = kept.filter((text) => text !== '' && redactor.text(text) !== text);
  const clean = (text: string, [first, ...others]: readonly string[]): string =>
    first === undefined
      ? redactor.text(text)
      : text
          .split(first)
          .map((piece) => clean(piece, others))
          .join(first);
  return (text) => clean(text, holding);
}

/** A call under way: an object, because only which one it is matters. */
type Call = Readonly<Record<string, never>>;
type Dropped = Pick<Redactor, 'during'> & {
  readonly add: (secrets: readonly string[]) => void;
  readonly list: () => readonly string[];
};

/** Secrets that were dropped, each until the calls that were under way then have ended. `onFewer` hears when one goes. */
function createDropped(onFewer: () => void): Dropped {
  const underWay = new Set<Call>();
  let waiting: readonly { readonly secret: string; readonly awaited: Set<Call> }[] = [];

  function end(call: Call): void {
    underWay.delete(call);
    for (const { awaited } of waiting) awaited.delete(call);
    const left = waiting.filter(({ awaited }) => awaited.size > 0);
    if (left.length === waiting.length) return;
    waiting = left;
    onFewer();
  }

  return {
    add(secrets) {
      if (underWay.size === 0) return;
      const added = secrets.map((secret) => ({ secret, awaited: new Set(underWay) }));
      waiting = [...waiting, ...added];
    },
    list: () => waiting.map(({ secret }) => secret),
    async during(work) {
      const call: Call = {};
      underWay.add(call);
      try {
        return await work();
      } finally {
        end(call);
      }
    },
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

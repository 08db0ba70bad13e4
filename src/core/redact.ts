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
  const forms = new Set<string>();
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
      if (secret.length < SHORTEST) return;
      // The ways a secret is commonly spelt once it sits inside something else.
      forms.add(secret);
      forms.add(JSON.stringify(secret).slice(1, -1));
      forms.add(encodeURIComponent(secret));
      forms.add(Buffer.from(secret, 'utf8').toString('base64'));
      for (const form of forms) shortest = Math.min(shortest, form.length);
    },
    text,
    deep,
  };
}

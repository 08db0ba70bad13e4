import type { Say, WordKey } from '../../i18n/i18n.ts';

/** Words of a control: a key, or what to make of the form as it stands. */
type Words<Doc> = WordKey | ((say: Say, doc: Doc) => string);

/**
 * One control of a form, described beside the schema that it edits. A screen is a list of these: `Fields.tsx` draws each
 * kind, so that a new setting is one line of data.
 */
export type FieldSpec<Doc> = {
  /** Where the value stands in the document, by dots. The error and the id of the control belong to it, too. */
  readonly path: string;
  /** `row`: few choices, all in sight. `choice`: many, or with long names. `note`: words only. */
  readonly kind: 'text' | 'row' | 'choice' | 'check' | 'note';
  readonly label: Words<Doc>;
  /** Null: none just now. */
  readonly hint?: WordKey | ((say: Say, doc: Doc) => string | null);
  /** Of `row` and `choice`. */
  readonly options?: readonly string[];
  readonly optionLabel?: (option: string, say: Say) => string;
  /** Between the document's value and the text in the control; without it the value is the text. */
  readonly codec?: Codec;
  /** What is chosen; by default the value at the path. */
  readonly read?: (doc: Doc) => string;
  /** What a choice changes; by default the value at the path. */
  readonly write?: (text: string, doc: Doc) => Change;
  readonly when?: (doc: Doc) => boolean;
  readonly placeholder?: Words<Doc>;
  readonly suffix?: Words<Doc>;
  readonly look?: 'plain' | 'mono';
  readonly inputMode?: 'text' | 'url' | 'decimal' | 'numeric';
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Names to choose from; others can be typed. */
  readonly offered?: (doc: Doc) => readonly string[];
  /** Takes the whole width of its grid. */
  readonly wide?: boolean;
  /** A link can open the form at this control. */
  readonly place?: string;
};

/** Why a value cannot be saved, by its wording. */
export type FieldFault = {
  readonly word: WordKey;
  readonly values?: Readonly<Record<string, string | number>>;
};

/** A new value at a path. */
type Change = readonly [path: string, value: unknown];

export type Codec = {
  readonly print: (value: unknown) => string;
  readonly parse: (text: string) => unknown;
};

/** What every form gives to its controls, whatever it keeps behind them. */
export type FormState<Doc> = {
  readonly doc: Doc;
  readonly set: (path: string, value: unknown) => void;
  readonly idOf: (path: string) => string;
  /** Null while it is not due: a field that is still being typed has no error yet. */
  readonly errorAt: (path: string) => string | null;
  readonly warningAt?: (path: string) => string | null;
  readonly leave?: (path: string) => void;
};

export function told<Doc, Text>(
  words: WordKey | ((say: Say, doc: Doc) => Text),
  say: Say,
  doc: Doc,
): Text | string {
  return typeof words === 'function' ? words(say, doc) : say(words);
}

export function valueAt(document: unknown, path: string): unknown {
  if (path === '') return document;
  return path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
      document,
    );
}

/** The document with another value there. What leads to it must exist. */
export function withValueAt<Doc>(document: Doc, path: string, value: unknown): Doc {
  const copy = structuredClone(document);
  putAt(copy, path, value);
  return copy;
}

/** Changes the document itself. What leads to the place must exist. */
export function putAt(document: unknown, path: string, value: unknown): void {
  const keys = path.split('.');
  const parent = valueAt(document, keys.slice(0, -1).join('.'));
  if (typeof parent === 'object' && parent !== null) Reflect.set(parent, keys.at(-1) ?? '', value);
}

/** Text of a value that is one: null and absent are an empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** Several values in one line, by commas. */
export function listCodec(parseItem: (text: string) => unknown = (text) => text): Codec {
  return {
    print: (value) => (Array.isArray(value) ? value.map(String).join(', ') : ''),
    parse: (text) =>
      text
        .split(/[,;\n]+/u)
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map(parseItem),
  };
}

/** The options of a `row` or a `choice`, each with its words. */
export function choices<const Option extends string>(
  options: readonly Option[],
  wordOf: (option: Option) => WordKey,
): Pick<FieldSpec<unknown>, 'options' | 'optionLabel'> {
  return {
    options,
    optionLabel: (text, say) => {
      const option = options.find((known) => known === text);
      return option === undefined ? text : say(wordOf(option));
    },
  };
}

/** The name of a control that is explained by one sentence, under the same key and `.hint`. */
type Explained<Key> = Key extends `${infer Word}.hint`
  ? Word extends WordKey
    ? Word
    : never
  : never;

function explained(word: Explained<WordKey>): {
  readonly label: WordKey;
  readonly hint: WordKey;
} {
  return { label: word, hint: `${word}.hint` };
}

type Rest<Doc> = Partial<Omit<FieldSpec<Doc>, 'path' | 'kind' | 'label' | 'hint'>>;

/** A field with its explanation, in one line. */
export function field<Doc>(
  kind: FieldSpec<Doc>['kind'],
  path: string,
  word: Explained<WordKey>,
  rest: Rest<Doc> = {},
): FieldSpec<Doc> {
  return { path, kind, ...explained(word), ...rest };
}

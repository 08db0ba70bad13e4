import type { en } from './en.ts';
import type { activity } from './en/activity.ts';
import type { papers } from './en/papers.ts';
import type { pins } from './en/pins.ts';
import type { teamPages } from './en/teamPages.ts';

/** Plural forms a language has, as `Intl.PluralRules` names them; `plurals.test.ts` holds them against it. */
export const PLURAL_FORMS = {
  en: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
} as const;

type English = (typeof PLURAL_FORMS)['en'][number];
type Russian = (typeof PLURAL_FORMS)['ru'][number];

type Base<Key> = Key extends `${infer Word}_${English}` ? Word : never;
type Single<Key> = Key extends `${string}_${English}` ? never : Key;

/** What a component may ask for: plural keys by their stem. */
type KeyOf<Given> = Extract<Single<keyof Given> | Base<keyof Given>, string>;

/** The same keys with the plural forms of another language. A missing or a surplus key does not compile. */
type Translated<Given, Form extends string> = Readonly<
  Record<Extract<Single<keyof Given>, string> | `${Base<keyof Given>}_${Form}`, string>
>;
export type RussianWords<Given> = Translated<Given, Russian>;

/** Those of People and of Team are said only inside `MoreWords`, which loads them. */
export type WordKey = KeyOf<
  typeof en & typeof pins & typeof activity & typeof teamPages & typeof papers
>;
/** All wording of one language. */
export type Words = Readonly<Record<string, string>>;

type English = 'one' | 'other';
type Russian = 'one' | 'few' | 'many' | 'other';

type Base<Key> = Key extends `${infer Word}_${English}` ? Word : never;
type Single<Key> = Key extends `${string}_${English}` ? never : Key;

/** What a component may ask for: plural keys by their stem. */
export type KeyOf<Words> = Extract<Single<keyof Words> | Base<keyof Words>, string>;

/** The same keys in Russian, with every plural form Russian has. A missing or a surplus key does not compile. */
export type RussianWords<Words> = Readonly<
  Record<Extract<Single<keyof Words>, string> | `${Base<keyof Words>}_${Russian}`, string>
>;

/** A package that the desk is made of. */
export type Licence = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Empty where the package brings none. */
  readonly text: string;
};

/** The build puts all of them here (scripts/build/licences.ts): only it knows what is installed. */
export const licences: readonly Licence[] = [];

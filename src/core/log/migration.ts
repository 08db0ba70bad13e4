export type Migration = {
  readonly version: number;
  readonly sql: string;
  /** The projection's form changed: its rows are made anew from the events, in the same transaction. */
  readonly rebuilds?: true;
};

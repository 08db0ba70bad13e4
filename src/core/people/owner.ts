/** Whose something is: a person's, or the desk's while there are no people. An actor and an operator are both. */
export type Owner = { readonly personId?: string | null | undefined };

/** Where things of all pages are kept by their ids alone: the same id of another person is another thing. */
export function ownKey({ personId }: Owner, id: string): string {
  return `${personId ?? ''} ${id}`;
}

/** Asked wherever a page names something by its id: knowing an id is no right to what it names. */
export function isOwn(owned: Owner, by: Owner): boolean {
  return (owned.personId ?? null) === (by.personId ?? null);
}

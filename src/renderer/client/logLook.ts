import { z } from 'zod';

import {
  type DayRange,
  type LogFilter,
  type LogQuery,
  NEWEST_FIRST,
  NO_FILTER,
  logQuerySchema,
} from '#shared/domain/logSearch.ts';

/** What the log is being looked at for. Whose days the range means is the desk's to say. */
export type LogLook = Omit<LogQuery, 'dayProfileId'>;

const lookSchema = logQuerySchema.omit({ dayProfileId: true });
const visitedSchema = z.array(z.string()).max(10_000);

export const EVERYTHING: LogLook = {
  text: '',
  filter: NO_FILTER,
  range: { kind: 'all' },
  sort: NEWEST_FIRST,
};

const LOOK_KEY = 'log-look';
const VISITED_KEY = 'log-visited';
/** A day's work of a supervisor; the oldest are forgotten. */
const MOST_VISITED = 2000;

/** Outlives going to another section and a reload, not the tab: a search may name a customer. */
export function loadLook(storage: Storage): LogLook {
  return read(storage, LOOK_KEY, lookSchema) ?? EVERYTHING;
}

export function saveLook(storage: Storage, look: LogLook): void {
  storage.setItem(LOOK_KEY, JSON.stringify(look));
}

export function loadVisited(storage: Storage): ReadonlySet<string> {
  return new Set(read(storage, VISITED_KEY, visitedSchema));
}

export function saveVisited(storage: Storage, visited: ReadonlySet<string>): void {
  storage.setItem(VISITED_KEY, JSON.stringify([...visited].slice(-MOST_VISITED)));
}

const linkSchema = z.strictObject({
  filter: z.record(z.string(), z.unknown()),
  range: z.unknown(),
  text: z.string().optional(),
});

/** The address of the log showing exactly this. Not in a query: the router takes a question mark out of the fragment. */
export function logHref(filter: Partial<LogFilter>, range: DayRange, text = ''): string {
  const set = Object.entries(filter).filter(
    ([, value]) =>
      value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  const look = { filter: Object.fromEntries(set), range, ...(text === '' ? {} : { text }) };
  return `/log/${LINKED}/${encoded(JSON.stringify(look))}`;
}

/** Stands where an opened request would. */
export const LINKED = 'show';

/** What such an address asks for. A damaged one is the plain log. */
export function lookOfLink(link: string): LogLook {
  try {
    const { filter, range, text = '' } = linkSchema.parse(JSON.parse(decoded(link)));
    return lookSchema.parse({ ...EVERYTHING, text, filter: { ...NO_FILTER, ...filter }, range });
  } catch {
    return EVERYTHING;
  }
}

/** Nothing that an address would have to escape: a provider's words may hold anything. */
export function encoded(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function decoded(link: string): string {
  const bytes = atob(z.base64url().parse(link).replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0),
  );
}

/** Null where nothing is kept, or it cannot be read. */
function read<T>(storage: Storage, key: string, schema: z.ZodType<T>): T | null {
  const kept = storage.getItem(key);
  if (kept === null) return null;
  try {
    return schema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

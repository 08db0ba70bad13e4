import { z } from 'zod';

import {
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

/** Outlives going to another section and a reload, not the tab: what somebody searched for is nobody else's business. */
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

/** Null where nothing is kept, or where another version kept it. */
function read<T>(storage: Storage, key: string, schema: z.ZodType<T>): T | null {
  const kept = storage.getItem(key);
  if (kept === null) return null;
  try {
    return schema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

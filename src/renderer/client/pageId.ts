import { z } from 'zod';

const KEY = 'page-id';
const idSchema = z.uuid();

/** This tab or window, over reloads: what it keeps at the desk is its own. */
export function pageId(storage: Storage = sessionStorage): string {
  const kept = idSchema.safeParse(storage.getItem(KEY));
  if (kept.success) return kept.data;
  const made = crypto.randomUUID();
  storage.setItem(KEY, made);
  return made;
}

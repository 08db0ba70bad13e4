import { isRelease } from '../package/signing.ts';
import { type BuiltUpdates, builtUpdatesSchema } from '../../src/main/updates/built.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** All of them, or there are no updates; a part of them is a mistake that must not become a package. */
const VARIABLES = {
  channel: 'DESK_UPDATE_CHANNEL',
  url: 'DESK_UPDATE_URL',
  publisher: 'DESK_UPDATE_PUBLISHER',
} as const;

/** A package that is not signed would not be updated: only a release has updates. */
export function updatesFromEnvironment(environment: Environment): BuiltUpdates | null {
  if (!isRelease(environment)) return null;
  const given = Object.entries(VARIABLES).map(([key, variable]) => [
    key,
    environment[variable] ?? '',
  ]);
  if (given.every(([, value]) => value === '')) return null;
  const read = builtUpdatesSchema.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path }) => String(path[0]));
  throw new Error(
    `Updates need all of ${Object.values(VARIABLES).join(', ')}: see ${wrong.join()}`,
  );
}

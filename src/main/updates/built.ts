import { z } from 'zod';

/** Put in by the build (electron.vite.config.ts): null, or what the updates of this package are. */
declare const DESK_UPDATES: unknown;

/** Where updates come from and who signs them. Both, or there are none. */
export const builtUpdatesSchema = z.strictObject({
  channel: z.string().regex(/^[a-z][a-z0-9-]{0,38}$/u),
  /** A folder on a server, over https and nothing else. */
  url: z.string().refine(isPlainHttps),
  /** The name on the certificate that this package and every later one is signed with. */
  publisher: z
    .string()
    .max(200)
    .regex(/^[^\s"'\\][^"'\\\p{Cc}]*[^\s"'\\]$/u),
});
export type BuiltUpdates = z.infer<typeof builtUpdatesSchema>;

function isPlainHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return protocol === 'https:' && `${username}${password}${search}${hash}` === '';
}

/** Not bundled (tests of the sources): there are none. */
export function builtUpdates(): unknown {
  return typeof DESK_UPDATES === 'undefined' ? null : DESK_UPDATES;
}

export type Installed = {
  readonly platform: string;
  readonly isPackaged: boolean;
  /** `app-update.yml` beside the app, as packaging left it; null where there is none. */
  readonly feedFile: string | null;
};

/**
 * Closed unless everything is there: a package, a channel, the name of the signer, and a system that checks the signature before it installs.
 * On Windows the library compares with the names in `app-update.yml`, and takes everything where none
 * is named, so ours must be the only one. On macOS the system's updater takes a zip, which is not made: there are none. Nothing on Linux is signed in a way the library would look at: its package manager brings updates.
 */
export function chosenUpdates(built: unknown, installed: Installed): BuiltUpdates | null {
  const updates = builtUpdatesSchema.safeParse(built).data;
  if (updates === undefined || !installed.isPackaged || installed.feedFile === null) return null;
  if (installed.platform !== 'win32') return null;
  const [name, ...others] = publishersIn(installed.feedFile);
  return name === updates.publisher && others.length === 0 ? updates : null;
}

/** `publisherName` as electron-builder writes it: a list, one name a line, perhaps in quotes. */
function publishersIn(feedFile: string): readonly string[] {
  const lines = feedFile.split(/\r?\n/u);
  const from = lines.indexOf('publisherName:');
  if (from === -1) return [];
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => !/^\s*- /u.test(line));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .map((line) =>
      line.replace(/^\s*- /u, '').replace(/^(?<quote>['"])(?<name>.*)\k<quote>$/u, '$2'),
    );
}

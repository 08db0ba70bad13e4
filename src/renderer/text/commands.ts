const PLAIN = /^[\w./:@%+=,-]+$/u;

/**
 * What turns live issuing on in the browser host, for this very desk: on another data directory its merchants would be
 * missing. Not wording: it is typed as it stands.
 */
export function liveCommand(dataDir: string): string {
  return `npm start -- --host loopback --live --data-dir ${quoted(dataDir)}`;
}

/** What tells whether an exported file is still as it was written, and whether it comes from this log. */
export function verifyExportCommand(file: string): string {
  return `npm run verify-export -- ${quoted(file)}`;
}

/** What puts a backup in the place of a log that cannot be read. */
export function restoreCommand(dataDir: string): string {
  return `npm run restore-log -- --data-dir ${quoted(dataDir)}`;
}

/** A path that begins with a slash is typed into a shell where single quotes take everything literally. */
function quoted(path: string): string {
  if (PLAIN.test(path)) return path;
  return path.startsWith('/') ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`;
}

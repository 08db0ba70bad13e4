import path from 'node:path';

/** Where a desk keeps its data unless told otherwise: the same place for both hosts, and not a roaming one. */
export function defaultDataDir(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  homeDir: string,
): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? path.win32.join(homeDir, 'AppData', 'Local');
    return path.win32.join(local, 'Deposit Desk');
  }
  if (platform === 'darwin') {
    return path.posix.join(homeDir, 'Library', 'Application Support', 'Deposit Desk');
  }
  const xdg = env['XDG_DATA_HOME'];
  // The XDG specification: a relative value is to be ignored.
  const base =
    xdg !== undefined && path.posix.isAbsolute(xdg)
      ? xdg
      : path.posix.join(homeDir, '.local', 'share');
  return path.posix.join(base, 'deposit-desk');
}

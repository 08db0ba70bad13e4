import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a keychain's library needs to find the bus, the operator's files and a screen to ask on. By name, because the desk's own
 * environment may hold passwords, such as those of a proxy.
 */
const NAMES: ReadonlySet<string> = new Set([
  'DBUS_SESSION_BUS_ADDRESS',
  'DESKTOP_SESSION',
  'DISPLAY',
  'HOME',
  'KDE_FULL_SESSION',
  'KDE_SESSION_VERSION',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'LOGNAME',
  'PATH',
  'TMPDIR',
  'USER',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_CONFIG_HOME',
  'XDG_CURRENT_DESKTOP',
  'XDG_DATA_DIRS',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
]);

/** Electron's own word, which it writes into its environment where that names no bus, so that no library starts one. */
const NO_BUS = 'disabled:';

/**
 * The session's bus. Where the environment names none (a desk started by ssh or cron), it is looked for at its usual place: not
 * every library of a keychain does so by itself. Undefined: it has none.
 */
function busAddress(environment: Environment): string | undefined {
  const named = environment['DBUS_SESSION_BUS_ADDRESS'];
  const runtime = environment['XDG_RUNTIME_DIR'];
  if (named !== undefined && named !== NO_BUS) return named;
  // The specification of that folder ignores a relative one: it would be looked for beside whatever the desk was started in.
  if (runtime === undefined || !path.posix.isAbsolute(runtime)) return named;
  return `unix:path=${runtime}/bus`;
}

export function helperEnvironment(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  const known = { ...environment, DBUS_SESSION_BUS_ADDRESS: busAddress(environment) };
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined && NAMES.has(name)) kept[name] = value;
  }
  return kept;
}

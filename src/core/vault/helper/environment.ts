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

export function helperEnvironment(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && NAMES.has(name)) kept[name] = value;
  }
  return kept;
}

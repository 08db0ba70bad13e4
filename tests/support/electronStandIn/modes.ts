/**
 * What Electron does on some systems, or always, and a plain start of the stand-in does not: one name each. `npm run test:standin
 * -- --modes` starts the app in every one of them (tests/modes).
 */
export const MODES = [
  // process.report.getReport() ends the process, in main and in threads.
  'report-aborts',
  // The app lies in resources/app.asar, read-only; `.node` files are in app.asar.unpacked alone.
  'packed',
  // Official binaries know fewer algorithms than Node.
  'boring-ssl',
  'no-keyring',
  // ready-to-show comes after show() only; every window is at 0,0.
  'wayland',
  // app.enableSandbox() takes --no-sandbox off the command line.
  'sandbox-switch',
  // What fails while the entry is read shows a box, and the process stays.
  'entry-error',
  'uncaught',
  // Ready is a later turn; what wants it throws before, what comes too late throws after.
  'late-ready',
  // Listeners of signals are gone when the app is ready.
  'signals',
  // getLocale() knows Chromium's languages only.
  'locale',
  'no-lock',
  'appimage',
  'stderr-closed',
  // A message box without a window stops the main thread until it is read (macOS).
  'modal-box',
  'downloads-denied',
  'proxies',
  'silent-proxy',
  'idle-unknown',
] as const;
export type Mode = (typeof MODES)[number];

const VARIABLE = 'ELECTRON_STAND_IN_MODES';
const given: ReadonlySet<string> = new Set((process.env[VARIABLE] ?? '').split(','));

/** Inside the app's process, and in what it starts. */
export function inMode(mode: Mode): boolean {
  return given.has(mode);
}

/** Where the packed app's archive is; see process/packed.ts. */
export const ARCHIVE_VARIABLE = 'ELECTRON_STAND_IN_ARCHIVE';

/** The file that lists every write that was tried inside the archive, by any thread or utility process of the app. */
export const WRITES_VARIABLE = 'ELECTRON_STAND_IN_WRITES';

/** A utility process gets an environment that the app chose; what Electron is goes with it all the same. */
export function inheritedEnvironment(): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of [VARIABLE, ARCHIVE_VARIABLE, WRITES_VARIABLE]) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

export function modesEnvironment(modes: readonly Mode[]): Readonly<Record<string, string>> {
  return modes.length === 0 ? {} : { [VARIABLE]: modes.join(',') };
}

export type Ending = {
  readonly app: {
    readonly isPackaged: boolean;
    readonly whenReady: () => Promise<unknown>;
    readonly exit: (code: number) => void;
  };
  readonly showErrorBox: (title: string, content: string) => void;
  readonly say: (line: string) => void;
};

/** An installed app has no terminal to say it in; and before the app is ready Linux shows no box, only writes its text into that terminal. */
export async function giveUp(
  { app, showErrorBox, say }: Ending,
  message: string,
  exitCode: number,
): Promise<void> {
  say(message);
  if (app.isPackaged) {
    await app.whenReady();
    showErrorBox('Deposit Desk', message);
  }
  app.exit(exitCode);
}

const SANDBOX_SWITCHES: ReadonlySet<string> = new Set(['no-sandbox', 'disable-setuid-sandbox']);

/** What is in the way, and what to do about it: an AppImage adds such a switch by itself. */
export function refusalMessage(
  platform: string,
  refused: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const advice = adviceFor(platform, refused, env);
  return `Deposit Desk does not start with --${refused.join(', --')}. ${advice}`;
}

function adviceFor(
  platform: string,
  refused: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string {
  // Electron makes --no-sandbox of it.
  if (env['ELECTRON_DISABLE_SANDBOX'] !== undefined)
    return 'The variable ELECTRON_DISABLE_SANDBOX asks for it: start without the variable.';
  if (platform === 'linux' && refused.some((name) => SANDBOX_SWITCHES.has(name)))
    return 'On Linux install the .deb package, which allows the sandbox.';
  return 'Start it without.';
}

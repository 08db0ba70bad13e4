type Refusable = { readonly preventDefault: () => void };

export type GuardedApp = {
  on(
    event: 'certificate-error',
    listener: (
      event: Refusable,
      contents: object,
      url: string,
      error: string,
      certificate: object,
      decide: (isTrusted: boolean) => void,
    ) => void,
  ): unknown;
  on(
    event: 'select-client-certificate',
    listener: (
      event: Refusable,
      contents: object | null,
      url: string,
      certificates: readonly object[],
      choose: () => void,
    ) => void,
  ): unknown;
  on(
    event: 'login',
    listener: (
      event: Refusable,
      contents: object | null,
      details: object,
      authInfo: object,
      answer: () => void,
    ) => void,
  ): unknown;
};

/** The window needs no network: a bad certificate is never accepted, and no client certificate or password is offered. */
export function guardApp(app: GuardedApp): void {
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    // Without it the first certificate of the system's store would be sent.
    event.preventDefault();
    choose();
  });
  app.on('login', (event, _contents, _details, _authInfo, answer) => {
    event.preventDefault();
    answer();
  });
}

/** Chromium's own switches that would take a wall down. An installed app is started without them, or not at all. */
const REFUSED_SWITCHES = [
  // What an AppImage adds by itself where the system lets no program have a sandbox.
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'no-zygote',
  'no-zygote-sandbox',
  'allow-sandbox-debugging',
  'allow-third-party-modules',
  'disable-kill-after-bad-ipc',
  // The page, or what draws it, inside the main process, where no sandbox is.
  'single-process',
  'in-process-gpu',
  // Each names a program that is run in place of, or before, one of the app's own processes.
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'gpu-launcher',
  'ppapi-plugin-launcher',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'load-extension',
  'disable-web-security',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'disable-site-isolation-trials',
  'js-flags',
] as const;

/** To be asked before `app.enableSandbox()`, which takes `--no-sandbox` away. */
export function refusedSwitches(
  commandLine: { readonly hasSwitch: (name: string) => boolean },
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  // Electron makes the switch of it, whatever its value is.
  const isByVariable = env['ELECTRON_DISABLE_SANDBOX'] !== undefined;
  return REFUSED_SWITCHES.filter(
    (name) => commandLine.hasSwitch(name) || (name === 'no-sandbox' && isByVariable),
  );
}

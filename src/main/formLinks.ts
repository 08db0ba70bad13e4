import { LINK_SCHEME, queryOfLink } from '#shared/domain/formLink.ts';

/** What is used of Electron's app. */
type LinkedApp = {
  readonly on: (
    event: 'open-url',
    listener: (event: { readonly preventDefault: () => void }, url: string) => void,
  ) => unknown;
};

export type FormLinks = {
  /** The link that this start was for; null where there is none. Later ones go to `onLink`. */
  readonly take: (onLink: (query: string) => void) => string | null;
};

/** Links of our own scheme: Windows and Linux start the program with them, macOS tells the one that runs. */
export function watchFormLinks(app: LinkedApp, argv: readonly string[]): FormLinks {
  let waiting = linkIn(argv);
  let tell: ((query: string) => void) | null = null;
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const query = queryOfLink(url);
    if (query === null) return;
    if (tell === null) waiting = query;
    else tell(query);
  });
  return {
    take(onLink) {
      tell = onLink;
      return waiting;
    },
  };
}

function linkIn(argv: readonly string[]): string | null {
  return argv.map(queryOfLink).find((query) => query !== null) ?? null;
}

/** For the start that follows this one: its own link and not this start's, and last, as Electron wants an address on Windows. */
export function argsWithLink(args: readonly string[], link: string | null): string[] {
  const others = args.filter((arg) => queryOfLink(arg) === null);
  return link === null ? others : [...others, `${LINK_SCHEME}://new?${link}`];
}

type Started = {
  on(event: 'activate', listener: () => void): unknown;
  on(event: 'second-instance', listener: (event: object, argv: readonly string[]) => void): unknown;
};

type Window = { readonly bring: () => void; readonly bringLink: (query: string) => void };
type Quitting = {
  readonly isQuitting: () => boolean;
  readonly startAgain: (link: string | null) => void;
};

/** Now, and whenever the program is started once more: with the link of that start, where it has one. */
export function bringWhenAsked(
  app: Started,
  desk: Window,
  links: FormLinks,
  { isQuitting, startAgain }: Quitting,
): void {
  const bring = (link: string | null): void =>
    link === null ? desk.bring() : desk.bringLink(link);
  /** A window that is closing would lose it. */
  const bringNow = (link: string | null): void => (isQuitting() ? startAgain(link) : bring(link));
  bring(links.take(bringNow));
  app.on('activate', desk.bring);
  app.on('second-instance', (_event, argv) => bringNow(linkIn(argv)));
}

type RegisteringApp = {
  readonly isPackaged: boolean;
  readonly setAsDefaultProtocolClient: (scheme: string) => boolean;
};

/** On macOS and Linux the package says which links it opens; on Windows the program enters itself for its own user. */
export function registerLinks(app: RegisteringApp, platform: NodeJS.Platform): void {
  if (platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
}

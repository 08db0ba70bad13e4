import type { HostNote, NoteFacts } from '#core/ports.ts';

import { type Ask, crashQuestion, hangQuestion, QUIT, RELOAD } from './questions.ts';
import { APP_URL, isPageUrl } from './ownPage.ts';
import type { MainWords } from './words.ts';

/** More often than this within a minute is no accident: then the operator is asked. */
const MOST_RELOADS = 3;
const WITHIN_MS = 60_000;

/** What is used of Electron's WebContents. */
export type WatchedContents = {
  on(
    event: 'render-process-gone',
    listener: (
      event: object,
      details: { readonly reason: string; readonly exitCode: number },
    ) => void,
  ): unknown;
  on(
    event: 'did-navigate-in-page',
    listener: (event: object, url: string, isMainFrame: boolean) => void,
  ): unknown;
  on(event: 'did-finish-load' | 'unresponsive' | 'responsive', listener: () => void): unknown;
  getURL(): string;
  isDestroyed(): boolean;
  reload(): void;
  loadURL(url: string): Promise<void>;
  forcefullyCrashRenderer(): void;
};

export type PageWatchDeps = {
  readonly ask: Ask;
  readonly words: () => MainWords;
  readonly note: (what: HostNote, facts?: NoteFacts) => void;
  readonly isQuitting: () => boolean;
  readonly quit: () => void;
  readonly nowMs: () => number;
  /** When Electron is through with what it was telling: a reload from inside the news of a crash can take the app down too. */
  readonly later: (work: () => void) => void;
};

/** A page that crashed or hangs is brought back where it was. Requests are core's and go on; drafts are adopted by the same page. */
export function watchPage(contents: WatchedContents, deps: PageWatchDeps): void {
  let place = APP_URL;
  let goneAtMs: readonly number[] = [];
  let isGone = false;

  function restore(): void {
    deps.later(() => {
      if (deps.isQuitting() || contents.isDestroyed()) return;
      if (isPageUrl(contents.getURL())) contents.reload();
      else void contents.loadURL(place).catch(() => deps.note('host_failed', { what: 'load' }));
    });
  }

  async function askWhatNow(): Promise<void> {
    const answer = await deps.ask(crashQuestion(deps.words()));
    goneAtMs = [];
    if (answer === QUIT) deps.quit();
    else restore();
  }

  contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame && isPageUrl(url)) place = url;
  });
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || deps.isQuitting()) return;
    deps.note('page_gone', { reason, exitCode });
    isGone = true;
    const nowMs = deps.nowMs();
    goneAtMs = [...goneAtMs.filter((atMs) => atMs > nowMs - WITHIN_MS), nowMs];
    if (goneAtMs.length <= MOST_RELOADS) restore();
    else void askWhatNow();
  });
  contents.on('did-finish-load', () => {
    if (isGone) deps.note('page_back', { reloads: goneAtMs.length });
    isGone = false;
  });
  watchHanging(contents, deps);
}

/** Reloading a page that does not answer means ending its process; the watch above then brings it back. */
function watchHanging(
  contents: WatchedContents,
  { ask, words, note }: Pick<PageWatchDeps, 'ask' | 'words' | 'note'>,
): void {
  let question: AbortController | null = null;

  async function askWhetherToWait(signal: AbortSignal): Promise<void> {
    const answer = await ask(hangQuestion(words(), signal));
    question = null;
    // By the signal it is answered as if by Escape, which waits.
    if (answer === RELOAD && !signal.aborted && !contents.isDestroyed()) {
      contents.forcefullyCrashRenderer();
    }
  }

  contents.on('unresponsive', () => {
    if (question !== null) return;
    note('page_hangs');
    question = new AbortController();
    void askWhetherToWait(question.signal);
  });
  contents.on('responsive', () => question?.abort());
  contents.on('render-process-gone', () => question?.abort());
}

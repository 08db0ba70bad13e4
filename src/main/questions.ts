import type { BaseWindow, Dialog, MessageBoxOptions } from 'electron';

import type { EndingWords } from './endingWords.ts';
import type { LinkQuestion } from './openExternal.ts';
import type { MainWords } from './words.ts';

const TITLE = 'Deposit Desk';
/** Longer ones are cut in the middle: the host is in the title, whole. */
const LONGEST_SHOWN = 300;

/** The second button is the harmless one: chosen by Escape, and by Enter too. */
const HARMLESS_SECOND = { defaultId: 1, cancelId: 1, title: TITLE } as const;

export const OPEN = 0;
export function linkQuestion(words: MainWords, link: LinkQuestion): MessageBoxOptions {
  return {
    ...HARMLESS_SECOND,
    type: 'question',
    message: words.linkTitle(link.host),
    detail: words.linkDetail(link.profileName, shortened(link.address)),
    buttons: [words.linkOpen, words.linkKeep],
  };
}

export function linkFailed(words: MainWords, why: 'not_kept' | 'not_opened'): MessageBoxOptions {
  const message = why === 'not_kept' ? words.linkNotKept : words.linkFailed;
  return { type: 'error', title: TITLE, message, buttons: [words.close] };
}

export const QUIT = 1;
export function crashQuestion(words: MainWords): MessageBoxOptions {
  return {
    type: 'error',
    title: TITLE,
    message: words.crashTitle,
    detail: words.crashDetail,
    buttons: [words.reload, words.quit],
    defaultId: 0,
    cancelId: 0,
  };
}

export const QUIT_ALL_THE_SAME = 0;
export function heldAnswersQuestion(words: MainWords, count: number): MessageBoxOptions {
  return {
    ...HARMLESS_SECOND,
    type: 'warning',
    message: words.heldTitle(count),
    detail: words.heldDetail,
    buttons: [words.heldQuit, words.heldStay],
  };
}

/** Something broke, and the desk closes. */
export function brokenNotice(words: MainWords, ending: EndingWords): MessageBoxOptions {
  const { brokenTitle: message, brokenDetail: detail } = ending;
  return { type: 'error', title: TITLE, message, detail, buttons: [words.close] };
}

/** For an operator who starts the desk while it closes. */
export function closingNotice(words: MainWords, ending: EndingWords): MessageBoxOptions {
  const { closingTitle: message, closingDetail: detail } = ending;
  return { type: 'info', title: TITLE, message, detail, buttons: [words.close] };
}

export const RELOAD = 0;
export function hangQuestion(words: MainWords, signal: AbortSignal): MessageBoxOptions {
  return {
    ...HARMLESS_SECOND,
    type: 'warning',
    message: words.hangTitle,
    detail: words.hangDetail,
    buttons: [words.reload, words.wait],
    signal,
  };
}

export const SHOW_IN_FOLDER = 0;
export function diagnosticsSaved(words: MainWords, file: string): MessageBoxOptions {
  return {
    ...HARMLESS_SECOND,
    type: 'info',
    message: words.diagnosticsSaved,
    detail: words.diagnosticsDetail(file),
    buttons: [words.showInFolder, words.close],
  };
}

export function diagnosticsFailed(words: MainWords): MessageBoxOptions {
  return { type: 'error', title: TITLE, message: words.diagnosticsFailed, buttons: [words.close] };
}

export const ANOTHER_FOLDER = 0;
export function diagnosticsDenied(words: MainWords): MessageBoxOptions {
  return {
    ...HARMLESS_SECOND,
    type: 'error',
    message: words.diagnosticsFailed,
    detail: words.diagnosticsDenied,
    buttons: [words.anotherFolder, words.close],
  };
}

function shortened(address: string): string {
  if (address.length <= LONGEST_SHOWN) return address;
  const half = LONGEST_SHOWN / 2;
  return `${address.slice(0, half)} … ${address.slice(-half)}`;
}

/** A question by the system's own dialog; the answer is the number of the button. */
export type Ask = (question: MessageBoxOptions) => Promise<number>;

/** Over the window where it can be seen: the operator would not see a sheet on a hidden one. */
export function createAsk(
  dialog: Pick<Dialog, 'showMessageBox'>,
  shownWindow: () => BaseWindow | null,
): Ask {
  return async (question) => {
    const window = shownWindow();
    // Windows would make wide links of the buttons' words.
    const options = { ...question, noLink: true };
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response;
  };
}

import type { BaseWindow, Dialog, MessageBoxOptions } from 'electron';

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

import type { BaseWindow, Dialog, OpenDialogOptions } from 'electron';

import { type Language, MAIN_WORDS } from './words.ts';

/** Where files go instead, by the system's own dialog. Null: the operator chose none. */
export function createChooseFolder(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  shownWindow: () => BaseWindow | null,
): (language: Language) => Promise<string | null> {
  return async (language) => {
    const options: OpenDialogOptions = {
      title: MAIN_WORDS[language].chooseFolder,
      // macOS shows no title.
      message: MAIN_WORDS[language].chooseFolder,
      properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
    };
    const window = shownWindow();
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? null : (filePaths[0] ?? null);
  };
}

/** Some systems have no folder for downloads, which must not keep the desk from opening. */
export function downloadsFolder(
  app: { readonly getPath: (name: 'downloads') => string },
  otherwise: string,
): string {
  try {
    return app.getPath('downloads');
  } catch {
    return otherwise;
  }
}

import type { Shell } from 'electron';

import { DESK, type Services } from '#core/ports.ts';
import { CONTRACT } from '#shared/contract/operations.ts';

import {
  type Ask,
  ANOTHER_FOLDER,
  diagnosticsDenied,
  diagnosticsFailed,
  diagnosticsSaved,
  SHOW_IN_FOLDER,
} from './questions.ts';
import type { MainWords } from './words.ts';

export type DiagnosticsDeps = {
  readonly dispatch: Services['dispatch'];
  readonly ask: Ask;
  readonly words: () => MainWords;
  readonly shell: Pick<Shell, 'showItemInFolder'>;
};

/** From the Help menu: it must work where the page does not. */
export async function saveDiagnostics(deps: DiagnosticsDeps, elsewhere = false): Promise<void> {
  const { dispatch, ask, words, shell } = deps;
  const reply = await dispatch(DESK, 'diagnostics.save', { elsewhere });
  if (!reply.ok && reply.error.code === 'folder_denied') {
    const answer = await ask(diagnosticsDenied(words()));
    if (answer === ANOTHER_FOLDER) await saveDiagnostics(deps, true);
    return;
  }
  if (!reply.ok) {
    await ask(diagnosticsFailed(words()));
    return;
  }
  const { file } = CONTRACT['diagnostics.save'].output.parse(reply.value);
  const answer = await ask(diagnosticsSaved(words(), file));
  if (answer === SHOW_IN_FOLDER) shell.showItemInFolder(file);
}

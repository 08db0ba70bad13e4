import type { Shell } from 'electron';

import type { Services } from '#core/ports.ts';
import { CONTRACT } from '#shared/contract/operations.ts';

import type { Ask } from './ask.ts';
import { SHOW_IN_FOLDER, diagnosticsFailed, diagnosticsSaved } from './questions.ts';
import type { MainWords } from './words.ts';

export type DiagnosticsDeps = {
  readonly dispatch: Services['dispatch'];
  readonly ask: Ask;
  readonly words: () => MainWords;
  readonly shell: Pick<Shell, 'showItemInFolder'>;
};

/** From the Help menu: it must work where the page does not. */
export async function saveDiagnostics({
  dispatch,
  ask,
  words,
  shell,
}: DiagnosticsDeps): Promise<void> {
  const reply = await dispatch('diagnostics.save', {});
  if (!reply.ok) {
    await ask(diagnosticsFailed(words()));
    return;
  }
  const { file } = CONTRACT['diagnostics.save'].output.parse(reply.value);
  const answer = await ask(diagnosticsSaved(words(), file));
  if (answer === SHOW_IN_FOLDER) shell.showItemInFolder(file);
}

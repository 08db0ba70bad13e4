import process from 'node:process';

import type { Dialog } from 'electron';

import type { Services } from '#core/ports.ts';

import { brokenNotice, closingNotice, createAsk } from './questions.ts';
import type { ClosingParts } from './closing.ts';
import { argsWithLink } from './formLinks.ts';
import { type RelaunchingApp, relaunch } from './relaunch.ts';
import type { Speech } from './speech.ts';

type LastStepsDeps = {
  readonly platform: NodeJS.Platform;
  readonly app: RelaunchingApp;
  readonly dialog: Pick<Dialog, 'showMessageBox' | 'showErrorBox'>;
  readonly services: Pick<Services, 'note' | 'noted'>;
  readonly speech: Speech;
};

type LastSteps = Pick<ClosingParts, 'noteOverdue' | 'tellClosing' | 'relaunch' | 'kill'> & {
  readonly tellBroken: () => Promise<unknown>;
};

/** What is left to do, and to say, when the desk ends. Its boxes belong to no window: those close. */
export function lastSteps({ platform, app, dialog, services, speech }: LastStepsDeps): LastSteps {
  const tell = createAsk(dialog, () => null);
  const { words, endingWords } = speech;
  return {
    async noteOverdue(open) {
      services.note('closing_overdue', { open });
      await services.noted();
    },
    tellClosing() {
      // There a box without a window stops this thread until it is read (electron#23319): the closing, and its deadline.
      if (platform !== 'darwin') void tell(closingNotice(words(), endingWords()));
    },
    tellBroken: () => tell(brokenNotice(words(), endingWords())),
    relaunch(link) {
      const { env, execPath, argv } = process;
      if (relaunch(app, { env, execPath, args: argsWithLink(argv.slice(1), link) })) return;
      dialog.showErrorBox('Deposit Desk', endingWords().startYourself);
    },
    kill: () => void process.kill(process.pid, 'SIGKILL'),
  };
}

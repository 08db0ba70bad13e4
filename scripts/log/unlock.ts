import { createInterface } from 'node:readline/promises';

import {
  type CodeFault,
  type ProtectedDir,
  protectionState,
  unlock,
  unlockByCode,
} from '../../src/core/protection/protection.ts';
import { readKeyFile } from '../../src/core/protection/keyFile.ts';
import { withKeychain } from './anchorKey.ts';

const ATTEMPTS = 3;

const CODE_WORDS: Readonly<Record<CodeFault, string>> = {
  mistyped: 'This is no Log code: a letter or digit is wrong, missing or too many.',
  another_code: 'This is a code, but not the Log code of this log.',
};

export function codeFaultText(fault: CodeFault): string {
  return CODE_WORDS[fault];
}

/** Takes the keys of the data directory into use: from the keychain, or by the Log code. False: it stays locked, and that was said. */
export async function unlockForCommand(dataDir: string): Promise<boolean> {
  const isPlain = readKeyFile(dataDir) === null && protectionState(dataDir).state === 'off';
  if (isPlain) return true;
  return withKeychain(async (keychain) => {
    const dir = { dataDir, keychain };
    const unlocked = await unlock(dir);
    // A plain log opens all the same; `protect-log --off` says what it means.
    if (unlocked.ok || unlocked.error === 'plain_log') return true;
    console.error(
      `The log is protected, and the keychain did not give its key: ${unlocked.error}.`,
    );
    return askForCode(dir);
  });
}

async function askForCode(dir: ProtectedDir): Promise<boolean> {
  return withPrompt(async (ask) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const typed = await ask('Log code: ');
      if (typed === null) break;
      const opened = await unlockByCode(dir, typed);
      if (opened.ok) {
        if (!opened.value.isKept) console.error('The keychain did not take the key back.');
        return true;
      }
      if (opened.error === 'plain_log') return true;
      console.error(codeFaultText(opened.error));
    }
    console.error('The log stays locked; nothing was changed.');
    return false;
  });
}

export type Ask = (question: string) => Promise<string | null>;

/** A code is never an argument: those are seen by every process and kept by shells. Null: the input has ended. */
export async function withPrompt<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const typed = lines[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      process.stderr.write(question);
      const line = await typed.next();
      return line.done === true ? null : line.value;
    });
  } finally {
    lines.close();
  }
}

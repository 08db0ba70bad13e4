import path from 'node:path';

import { lookAtLog } from '../src/core/log/care/damage.ts';
import { logPathsOf } from '../src/core/log/store/paths.ts';
import { keyFileOf } from '../src/core/protection/keyFile.ts';
import { ringOf } from '../src/core/protection/keyRing.ts';
import { lineBoxOf } from '../src/core/protection/lineBox.ts';
import {
  type ProtectedDir,
  newKey,
  protectReplaced,
  protectWith,
  protectionState,
  resumeSwitch,
  typedBackFault,
  unlock,
  unprotect,
} from '../src/core/protection/protection.ts';
import { rewriteLines } from '../src/sandbox/ledgerBox.ts';
import { withKeychain } from './log/anchorKey.ts';
import { EXIT, runLogCommand } from './log/command.ts';
import { codeFaultText, withPrompt } from './log/unlock.ts';

process.exitCode = await runLogCommand(
  {
    name: 'protect-log',
    usage: `  --on             encrypt the log and everything about customers beside it
  --rekey          the same with a new key and a new Log code
  --off            make everything plain again
  --unlock         only open it with the Log code and put the key back into the keychain
  without flags    say whether the log is protected
`,
    options: {
      on: { type: 'boolean' },
      off: { type: 'boolean' },
      rekey: { type: 'boolean' },
      unlock: { type: 'boolean' },
    },
    run: (dataDir, flags) =>
      withKeychain((keychain) => {
        const dir = { dataDir, keychain, alsoRewrite: () => rewriteSandbox(dataDir) };
        if (flags['on'] === true || flags['rekey'] === true) return protect(dir, flags);
        return flags['off'] === true ? turnOff(dir) : tell(dir);
      }),
  },
  process.argv.slice(2),
);

async function protect(
  dir: ProtectedDir,
  flags: Readonly<Record<string, unknown>>,
): Promise<number> {
  const isOn = protectionState(dir.dataDir).state === 'on';
  if (isOn !== (flags['rekey'] === true)) {
    console.error(
      isOn
        ? 'The log is protected already: --rekey makes a new key.'
        : 'The log is not protected: --on protects it.',
    );
    return EXIT.usage;
  }
  if (!isSound(dir)) return EXIT.notOk;
  const fresh = newKey();
  console.error(`Log code, shown only now. Write it down and keep it away from this machine:\n\n    ${fresh.code}\n
It opens the log where the keychain is lost; without both the log is lost. While your session on this
computer is unlocked, whoever sits at it can read the log all the same.\n`);
  const typed = await withPrompt((ask) => ask('Type the Log code back: '));
  const fault = typedBackFault(fresh, typed ?? '');
  if (fault !== null) {
    console.error(`${codeFaultText(fault)} Nothing was changed.`);
    return EXIT.notOk;
  }
  const done = await protectWith(dir, fresh, ringOf(keyFileOf(dir.dataDir)), say(dir));
  if (!done.ok) {
    console.error(`The keychain did not take the key (${done.error}). Nothing was changed.`);
    return EXIT.notOk;
  }
  return tell(dir);
}

async function turnOff(dir: ProtectedDir): Promise<number> {
  // A plain log in a folder that the keychain knows as protected: the command is the decision, and older files need the key.
  const unlocked = await unlock(dir);
  if (!unlocked.ok && unlocked.error === 'plain_log') {
    const taken = await protectReplaced(dir);
    if (!taken.ok) {
      console.error(`The keychain did not give the key (${taken.error}). Nothing was changed.`);
      return EXIT.notOk;
    }
  }
  const ring = ringOf(keyFileOf(dir.dataDir));
  if (ring === null || ring.current === null) return tell(dir);
  if (!isSound(dir)) return EXIT.notOk;
  const done = await unprotect(dir, ring, say(dir));
  if (!done.ok) {
    console.error(`The keychain did not answer (${done.error}). Nothing was changed.`);
    return EXIT.notOk;
  }
  return tell(dir);
}

/** The embedded provider's own list of training requests. */
async function rewriteSandbox(dataDir: string): Promise<void> {
  const ledger = path.join(dataDir, 'sandbox', 'ledger.jsonl');
  for (const file of [ledger, `${ledger}.torn`]) await rewriteLines(file, lineBoxOf(file));
}

/** A damaged log is restored first: its own events are read from the file that a switch would seal. */
function isSound({ dataDir }: ProtectedDir): boolean {
  const look = lookAtLog(logPathsOf(dataDir));
  if (look.ok && look.value === 'there') return true;
  const why = look.ok ? 'there is none' : `${look.error.damage}: ${look.error.detail}`;
  console.error(`The log in ${dataDir} cannot be switched: ${why}`);
  return false;
}

async function tell(dir: ProtectedDir): Promise<number> {
  const ring = ringOf(keyFileOf(dir.dataDir));
  if (ring !== null) await resumeSwitch(dir, ring, say(dir));
  const { state } = protectionState(dir.dataDir);
  console.log(state === 'on' ? 'The log is protected.' : 'The log is not protected.');
  return EXIT.ok;
}

function say({ dataDir }: ProtectedDir): (file: string) => void {
  return (file) => {
    if (file !== '') console.error(file.slice(dataDir.length + 1));
  };
}

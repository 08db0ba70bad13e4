import process from 'node:process';

import type { Profile } from '#shared/domain/profile.ts';

import type { Dispatch } from '../dispatch.ts';
import type { CorePorts } from '../ports.ts';
import type { Redactor } from './redact.ts';
import { errorFacts } from './errorFacts.ts';
import { type Journal, createJournal } from './journalFile.ts';
import { hostNameOf } from './watchDesk.ts';

/** A desk's journal, and the ways in which the rest of it speaks there. */
export type DeskJournal = {
  readonly journal: Journal;
  /** For an operator who started the desk from a terminal. */
  readonly report: (line: string) => void;
  readonly onBug: (error: unknown) => void;
  /** How a reading of GET limit ended. */
  readonly onAsked: (profile: Profile, problem: string | null, ms: number) => void;
  /** The same services; their unexpected failures are written to the journal. */
  readonly noted: (dispatch: Dispatch) => Dispatch;
};

export function openJournal(ports: CorePorts, redactor: Redactor): DeskJournal {
  const journal = createJournal({ ...ports, redactor });
  const report = (line: string): void => void process.stderr.write(`${redactor.text(line)}\n`);
  const { platform, release, arch } = ports.machine();
  const { kind, live } = ports.host;
  journal.write('started', {
    version: ports.appVersion,
    host: kind,
    live,
    platform,
    release,
    arch,
  });
  return {
    journal,
    report,
    onBug(error) {
      report(error instanceof Error ? (error.stack ?? String(error)) : String(error));
      journal.write('bug', errorFacts(error));
    },
    onAsked: (profile, problem, ms) =>
      journal.write('limits_read', {
        outcome: problem === null ? 'ok' : classOf(problem),
        ms,
        host: hostNameOf(profile),
      }),
    noted: (dispatch) => async (caller, name, input) => {
      const reply = await dispatch(caller, name, input);
      // The name is one of the contract's: another one is answered with another code.
      if (!reply.ok && reply.error.code === 'internal') {
        journal.write('operation_failed', { operation: name });
      }
      return reply;
    },
  };
}

/** Of `dns_failed: …` or `HTTP 403: …` what comes before the provider's own words. */
function classOf(problem: string): string {
  return /^(?:HTTP \d{3}|[a-z][a-z_]{2,40}(?=:|$))/u.exec(problem)?.[0] ?? 'other';
}

/** A thread of the log has given its answer and is still running. */
export function noteLateThread(journal: Pick<Journal, 'write'>, role: string): void {
  journal.write('thread_not_ended', { thread: `log ${role}` });
}

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import type { Language, Say, WordKey } from '../i18n/i18n.ts';
import { dayTimeText } from './time.ts';

type VerifyWords = {
  readonly tone: 'good' | 'calm' | 'unknown' | 'bad';
  readonly title: string;
  readonly lines: readonly string[];
};

/** What was found, for what it is: a lost key or a recorded restore is not tampering, and what is not proven is not said to be. */
export function verifyWords(report: VerifyReport, language: Language, say: Say): VerifyWords {
  const { verdict, anchorMissing, restores, unstamped = [], erased = [], detail } = report;
  const seq = report.firstBadSeq ?? report.headSeq;
  const isUnproven = restores.some(({ unproven }) => unproven !== undefined);
  const time = (at: string): string => dayTimeText(at, language);
  return {
    tone: toneOf(report, isUnproven),
    title: say(titleWord(verdict, isUnproven), { count: report.events, seq }),
    lines: [
      say(keyWord(report, isUnproven)),
      ...(anchorMissing === null
        ? []
        : [say('verify.anchorMissing', { seq: anchorMissing.seq, time: time(anchorMissing.at) })]),
      ...unstamped.map(({ at, events: { fromSeq: from, toSeq: to } }) =>
        say('verify.unstamped', { from, to, time: time(at) }),
      ),
      ...restores.flatMap((restore) => restoreLines(restore, time(restore.at), say)),
      ...erased.map(({ bodies: count, day, fromSeq: from, toSeq: to }) =>
        say('verify.erased', { count, day, from, to }),
      ),
      ...(detail === null ? [] : [say('failure.detail', { detail })]),
    ],
  };
}

function titleWord(verdict: VerifyReport['verdict'], isUnproven: boolean) {
  if (isUnproven && verdict === 'holds') return 'verify.holdsUnproven';
  if (isUnproven && verdict === 'not_compared') return 'verify.notComparedUnproven';
  return `verify.${verdict}` as const;
}

/** Of a key that is there no more is said than holds for the whole log. */
function keyWord({ key, unstamped }: VerifyReport, isUnproven: boolean): WordKey {
  if (key !== 'present') return `verify.key.${key}`;
  if (isUnproven) return 'verify.key.sinceRestore';
  return unstamped === undefined ? 'verify.key.present' : 'verify.key.butLate';
}

function toneOf(report: VerifyReport, isUnproven: boolean): VerifyWords['tone'] {
  const { verdict, key, anchorMissing, unstamped } = report;
  if (verdict === 'not_compared') return 'unknown';
  if (verdict !== 'holds') return 'bad';
  if (anchorMissing !== null || isUnproven) return 'unknown';
  return key === 'present' && unstamped === undefined ? 'good' : 'calm';
}

function restoreLines(
  { seq, unproven }: VerifyReport['restores'][number],
  time: string,
  say: Say,
): readonly string[] {
  if (unproven === undefined) return [say('verify.restored', { seq, time })];
  const { fromSeq: from, toSeq: to } = unproven;
  // With the event of the restore itself: the key did not record it.
  const isRecorded = to < seq;
  return [
    say('verify.restoredUnproven', { seq, time, from, to }),
    ...(isRecorded ? [] : [say('verify.restoreNotRecorded', { seq })]),
  ];
}

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import type { Language, Say } from '../i18n/i18n.ts';
import { dayTimeText } from './time.ts';

type VerifyWords = {
  readonly tone: 'good' | 'calm' | 'unknown' | 'bad';
  readonly title: string;
  readonly lines: readonly string[];
};

/** What was found, for what it is: a lost key or a recorded restore is not tampering, and what is not proven is not said to be. */
export function verifyWords(report: VerifyReport, language: Language, say: Say): VerifyWords {
  const { verdict, key, anchorMissing, restores, detail } = report;
  const seq = report.firstBadSeq ?? report.headSeq;
  const isUnproven = restores.some(({ unproven }) => unproven !== undefined);
  const time = (at: string): string => dayTimeText(at, language);
  return {
    tone: verdict === 'holds' ? toneHolding(report, isUnproven) : 'bad',
    title:
      verdict === 'holds' && isUnproven
        ? say('verify.holdsUnproven')
        : say(`verify.${verdict}`, { count: report.events, seq }),
    lines: [
      isUnproven && key === 'present' ? say('verify.key.sinceRestore') : say(`verify.key.${key}`),
      ...(anchorMissing === null
        ? []
        : [say('verify.anchorMissing', { seq: anchorMissing.seq, time: time(anchorMissing.at) })]),
      ...restores.flatMap((restore) => restoreLines(restore, time(restore.at), say)),
      ...(detail === null ? [] : [say('verify.detail', { detail })]),
    ],
  };
}

function toneHolding({ key, anchorMissing }: VerifyReport, isUnproven: boolean) {
  if (anchorMissing !== null || isUnproven) return 'unknown';
  return key === 'present' ? 'good' : 'calm';
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

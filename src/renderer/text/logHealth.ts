import type { Backup, EventRange, LogHealth, RestoreProgress } from '#shared/domain/logHealth.ts';

import type { Language, Say, WordKey } from '../i18n/i18n.ts';
import { sizeText } from './numbers.ts';
import { dayTimeText } from './time.ts';

type MissingRange = Extract<LogHealth, { state: 'restored' }>['missing'];

export function backupText(backup: Backup, language: Language, say: Say): string {
  const ofOwn = backup.name === 'own' ? 'health.own.facts' : 'health.found.facts';
  return say(backup.kind === 'own' ? ofOwn : 'health.backup.facts', {
    time: dayTimeText(backup.takenAt, language),
    requests: say('health.requests', { count: backup.requests }),
    seq: backup.headSeq,
    size: sizeText(backup.bytes, language, say),
  });
}

/** The stretch that a backup lacks, as exactly as it is known. */
export function missingText(missing: MissingRange, language: Language, say: Say): string {
  if (missing === null) return say('health.missing.none');
  const { fromSeq: from, toSeq: to, sinceAt } = missing;
  const time = sinceAt === null ? null : dayTimeText(sinceAt, language);
  if (to === null) {
    return time === null
      ? say('health.missing.openUndated', { from })
      : say('health.missing.open', { from, time });
  }
  return time === null
    ? say('health.missing.rangeUndated', { from, to })
    : say('health.missing.range', { from, to, time });
}

/** Empty while none is under way. */
export function restoringText(progress: RestoreProgress | null, say: Say): string {
  if (progress === null) return '';
  const words = say(`health.restoring.${progress.step}`);
  if (progress.share === null) return words;
  return say('health.restoring.share', { words, percent: Math.floor(progress.share * 100) });
}

/** A full copy, or which segment after one. */
export function backupKindText({ kind, segment }: Backup, say: Say): string {
  return segment === undefined ? say(`backup.kind.${kind}`) : say('backup.segmentOf', segment);
}

/** For a list of facts: none where all of it is proven. */
export function unprovenFacts(
  unproven: EventRange | undefined,
  say: Say,
): readonly (readonly [WordKey, string])[] {
  if (unproven === undefined) return [];
  const { fromSeq: from, toSeq: to } = unproven;
  return [['health.unproven', say('health.unproven.range', { from, to })]];
}

/** The events that the team's server gave back; none where it gave none. */
export function fetchedFacts(
  fetched: EventRange | undefined,
  say: Say,
): readonly (readonly [WordKey, string])[] {
  if (fetched === undefined) return [];
  const { fromSeq: from, toSeq: to } = fetched;
  return [['health.restored.fetched', say('health.missing.rangeUndated', { from, to })]];
}

import { type Activity, activityGroupOf, factText } from '#shared/domain/activity.ts';
import { FAILURES_BEFORE_LOCK } from '#shared/domain/people.ts';

import type { Say } from '../../i18n/i18n.ts';

/** Kinds by the words for them. One that is not here is shown as it is named in the log. */
const KINDS = [
  'signed_in',
  'signed_out',
  'pin_tried',
  'code_tried',
  'person_added',
  'person_changed',
  'person_unlocked',
  'pin_set',
  'people_rules',
  'supervisor_code',
  'people_ended',
  'revealed',
  'retention_set',
  'clock_moved',
  'hand_over_text',
  'handed_over',
  'restored',
  'restore_acknowledged',
  'approval_given',
  'approval_used',
  'eyes_rules',
  'protection_switched',
  'paper_signed',
] as const;
/** Operations, with `_` for the dot. */
const CHANGES = [
  'settings_update',
  'profile_save',
  'profile_duplicate',
  'profile_archive',
  'profile_delete',
  'profile_setSecret',
  'profile_takeBackSecret',
  'profile_deleteSecret',
  'profileFile_export',
  'profileFile_import',
  'format_teach',
  'callback_setListener',
  'template_save',
  'template_delete',
  'team_join',
  'team_leave',
  'team_setProfile',
  'team_takeNumbers',
] as const;

/** What was done. */
export function activityText({ kind, facts, failures }: Activity, say: Say): string {
  if (kind === 'pin_tried' && failures !== null && failures >= FAILURES_BEFORE_LOCK) {
    return say('people.activity.pin_locked');
  }
  if (kind === 'exported') return say('people.activity.exported_file');
  const known = KINDS.find((one) => one === kind);
  if (known !== undefined) return say(`people.activity.${known}`);
  const what = facts.find(({ name }) => name === 'what')?.after;
  const change = CHANGES.find((one) => one === what?.replace('.', '_'));
  if (change !== undefined) return say(`people.activity.change.${change}`);
  const words = (what ?? kind).replaceAll(/[._]/gu, ' ');
  return `${say(`people.activity.group.${activityGroupOf(kind)}`)}: ${words}`;
}

/** What the event says besides, field by field. */
export function detailTexts({ facts, failures }: Activity): readonly string[] {
  const told = facts.filter(({ name }) => name !== 'what').map(factText);
  if (failures === null || failures < 2) return told;
  return [`failures_in_a_row: ${failures}`, ...told];
}

import { expect, it } from 'vitest';

import type { Activity } from '#shared/domain/activity.ts';

import { en } from '../../i18n/en.ts';
import { activity as english } from '../../i18n/en/activity.ts';
import { pins } from '../../i18n/en/pins.ts';
import { speechOf } from '../../i18n/i18n.ts';
import { activityText, detailTexts } from './activityText.ts';

const { say } = speechOf('en', { ...en, ...pins, ...english });

const row = (kind: string, more: Partial<Activity> = {}): Activity => ({
  seq: 1,
  at: '2026-11-15T10:00:00.000Z',
  kind,
  who: { name: 'Anna', personId: null },
  about: null,
  facts: [],
  failures: null,
  ...more,
});
const fact = (name: string, after: string | null, before: string | null = null) => ({
  name,
  before,
  after,
});

it('says what was done, and a lock where the PIN was wrong once too often', () => {
  expect(activityText(row('signed_in'), say)).toBe('Signed in');
  expect(activityText(row('pin_tried', { failures: 4 }), say)).toBe('Wrong PIN');
  expect(activityText(row('pin_tried', { failures: 5 }), say)).toBe('Wrong PIN: locked');
  const changed = row('setting_changed', { facts: [fact('what', 'profile.setSecret')] });
  expect(activityText(changed, say)).toBe('Entered a secret');
});

it('names a kind that it has no words for as the log does, under its group', () => {
  expect(activityText(row('approval_withdrawn'), say)).toBe('Approvals: approval withdrawn');
  expect(activityText(row('something_new'), say)).toBe('Other: something new');
  const changed = row('setting_changed', { facts: [fact('what', 'something.new')] });
  expect(activityText(changed, say)).toBe('Changed settings: something new');
});

it('says what changed, with words for roles, permissions and numbers', () => {
  const facts = [
    fact('operator.issue', 'false', 'true'),
    fact('role', 'senior'),
    fact('rows', '1'),
    fact('requisites', 'whole'),
    fact('days', '∞'),
    fact('duplicateWindowMin', '30', '10'),
    fact('dialect', null),
    fact('somethingNew', '1'),
  ];
  expect(detailTexts(row('x', { facts, failures: 3 }), say)).toEqual([
    '3 in a row',
    'Operator − Issue requests, copy, run batches outside Live',
    'Senior',
    '1 row',
    'unmasked',
    'for good',
    'Warn of the same customer and amount within: 10 min → 30 min',
    'Provider format',
    'somethingNew: 1',
  ]);
});

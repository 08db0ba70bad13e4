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

it('says what changed by the names of the fields, as they were and are', () => {
  const facts = [
    fact('what', 'profile.save'),
    fact('operator.issue', 'false', 'true'),
    fact('role', 'senior'),
    fact('duplicateWindowMin', '30', '10'),
    fact('requisitesValidMin', null, '15'),
    fact('dialect', null),
  ];
  expect(detailTexts(row('x', { facts, failures: 3 }))).toEqual([
    'failures_in_a_row: 3',
    'operator.issue: true → false',
    'role: senior',
    'duplicateWindowMin: 10 → 30',
    'requisitesValidMin: 15 → –',
    'dialect',
  ]);
  expect(detailTexts(row('pin_tried', { failures: 1 }))).toEqual([]);
});

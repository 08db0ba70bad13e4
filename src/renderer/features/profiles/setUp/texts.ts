import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { webOriginOf } from '#shared/domain/link.ts';
import { defaultOrderPattern, lacksDesk } from '#shared/domain/orderPattern.ts';
import { type Profile, type ProfileSetUp, profileSetUpSchema } from '#shared/domain/profile.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { type FieldFault, putAt, textOf, valueAt } from '../../../ui/form/fields.ts';
import type { Draft, ReadDraft } from '../../../ui/form/useDraft.ts';
import { SET_UP_FIELDS, type SetUpField, type SetUpTexts, rowOf } from './fields.ts';
import { readSeconds } from './readers.ts';

export type SetUpForm = Draft<SetUpTexts, ProfileSetUp>;

const textsSchema = z.record(z.enum(SET_UP_FIELDS), z.string());

/** Where the edits of this profile are kept. No id of a profile begins with a plus. */
export function setUpKey(profile: Pick<Profile, 'id'> | null): string {
  return `set-up:${profile?.id ?? '+new'}`;
}

export function textsOf(setUp: ProfileSetUp, language: Language): SetUpTexts {
  const texts = SET_UP_FIELDS.map((field) => {
    const { at, print } = rowOf(field);
    return [field, print?.(setUp, language) ?? textOf(valueAt(setUp, at))];
  });
  return textsSchema.parse(Object.fromEntries(texts));
}

/** A merchant that is yet to be set up: the contract's own defaults, and nothing that only an integrator can tell. */
export function newTexts(language: Language, deskCode: string | null = null): SetUpTexts {
  const defaults = profileSetUpSchema.parse({
    name: '-',
    mode: 'live',
    baseUrl: 'https://provider.example',
    merchant: '00000000-0000-4000-8000-000000000000',
    dialect: DEFAULT_DIALECT,
    orderPattern: defaultOrderPattern(deskCode),
  });
  return { ...textsOf(defaults, language), name: '', mode: '', baseUrl: '', merchant: '' };
}

/** The texts as a desk with this code takes them, or what is wrong with each. */
export function readSetUp(
  texts: SetUpTexts,
  dialect: Dialect,
  deskCode: string | null = null,
): ReadDraft<ProfileSetUp> {
  const setUp = { dialect, defaultUrls: {}, confirmAbove: {}, proxy: {} };
  const faults: Partial<Record<SetUpField, FieldFault>> = {};
  for (const field of SET_UP_FIELDS) {
    const { at, parse } = rowOf(field);
    const value = parse(texts[field], texts);
    if (!value.ok) faults[field] = value.error;
    else if (value.value !== undefined) putAt(setUp, at, value.value);
  }
  if (lacksDesk(texts, deskCode)) faults.orderPattern ??= { word: 'setUp.fault.pattern.no_desk' };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const parsed = profileSetUpSchema.safeParse(setUp);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, faults: { name: { word: 'setUp.fault.other' } } };
}

/** What may be saved, but is worth a second look. */
export function warningText(
  path: string,
  texts: SetUpTexts,
  profile: Profile | null,
  say: Say,
): string | null {
  if (path === 'mode') return texts.mode === 'live' ? say('profile.mode.live.meaning') : null;
  if (path === 'baseUrl') {
    const before = profile === null ? null : webOriginOf(profile.baseUrl);
    const after = webOriginOf(texts.baseUrl.trim());
    if (before !== null && after !== null && before !== after) return say('setUp.warn.host');
    const loopback = after?.startsWith('http://') === true;
    return loopback && texts.mode === 'live' ? say('setUp.warn.loopback') : null;
  }
  if (path === 'slow') {
    const slow = readSeconds(texts.slow);
    const answer = readSeconds(texts.answer);
    return slow !== null && answer !== null && slow >= answer ? say('setUp.warn.slow') : null;
  }
  return null;
}

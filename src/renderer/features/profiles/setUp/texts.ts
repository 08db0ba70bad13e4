import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { type ProfileSetUp, profileSetUpSchema } from '#shared/domain/profile.ts';

import type { Language } from '../../../i18n/i18n.ts';
import { putAt, textOf, valueAt } from '../../../ui/form/fields.ts';
import { SET_UP_FIELDS, type SetUpField, type SetUpTexts, rowOf } from './fields.ts';
import type { SetUpFault } from './readers.ts';

const textsSchema = z.record(z.enum(SET_UP_FIELDS), z.string());

export function textsOf(setUp: ProfileSetUp, language: Language): SetUpTexts {
  const texts = SET_UP_FIELDS.map((field) => {
    const { at, print } = rowOf(field);
    return [field, print?.(setUp, language) ?? textOf(valueAt(setUp, at))];
  });
  return textsSchema.parse(Object.fromEntries(texts));
}

/** A merchant that is yet to be set up: the contract's own defaults, and nothing that only the provider can tell. */
export function newTexts(language: Language): SetUpTexts {
  const defaults = profileSetUpSchema.parse({
    name: '-',
    mode: 'live',
    baseUrl: 'https://provider.example',
    merchant: '00000000-0000-4000-8000-000000000000',
    dialect: DEFAULT_DIALECT,
  });
  return { ...textsOf(defaults, language), name: '', baseUrl: '', merchant: '' };
}

export type ReadSetUp =
  | { readonly ok: true; readonly setUp: ProfileSetUp }
  | {
      readonly ok: false;
      readonly faults: Readonly<Partial<Record<SetUpField, SetUpFault>>>;
    };

/** The texts as the contract takes them, or what is wrong with each, in the order of the screen. */
export function readSetUp(texts: SetUpTexts, dialect: Dialect): ReadSetUp {
  const setUp = { dialect, defaultUrls: {}, confirmAbove: {}, proxy: {} };
  const faults: Partial<Record<SetUpField, SetUpFault>> = {};
  for (const field of SET_UP_FIELDS) {
    const { at, parse } = rowOf(field);
    const value = parse(texts[field], texts);
    if (!value.ok) faults[field] = value.error;
    else if (value.value !== undefined) putAt(setUp, at, value.value);
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const parsed = profileSetUpSchema.safeParse(setUp);
  return parsed.success
    ? { ok: true, setUp: parsed.data }
    : { ok: false, faults: { name: { word: 'setUp.fault.other' } } };
}

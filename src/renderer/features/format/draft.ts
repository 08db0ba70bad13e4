import { PRESETS, type PresetName } from '#shared/dialect/presets.ts';
import type { Dialect, Refusal, SignatureFormat } from '#shared/dialect/schema.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';

import type { Say } from '../../i18n/i18n.ts';

/** Only the changed keys: the rest follows what is saved, so that a refusal taught meanwhile is not undone. */
export type FormatChanges = { readonly [K in keyof Dialect]?: Dialect[K] };

export function withChanges(saved: Dialect, changes: FormatChanges): Dialect {
  return { ...saved, ...changes };
}

export function isChanged(saved: Dialect, changes: FormatChanges): boolean {
  return !isSame(withChanges(saved, changes), saved);
}

/** These keys of a format and no others. */
export function onlyKeys(dialect: Dialect, keys: ReadonlySet<string>): FormatChanges {
  const only: { -readonly [K in keyof FormatChanges]: FormatChanges[K] } = { ...dialect };
  for (const key of Object.keys(only)) if (!keys.has(key)) Reflect.deleteProperty(only, key);
  return only;
}

/** A preset decides everything but what was taught: refusals were learnt from this provider's own answers. */
export function fromPreset(name: PresetName, present: Dialect): Dialect {
  return { ...PRESETS[name], refusals: present.refusals };
}

export const PRESET_NAMES = Object.keys(PRESETS).filter((name): name is PresetName =>
  Object.hasOwn(PRESETS, name),
);

export function presetOf(dialect: Dialect): PresetName | null {
  return PRESET_NAMES.find((name) => isSame(fromPreset(name, dialect), dialect)) ?? null;
}

/** A name that is good in a header need not be one in a body: another place starts with its usual name. */
export function placedIn(
  place: SignatureFormat['placement']['in'],
  last: SignatureFormat['placement'],
): SignatureFormat['placement'] {
  if (place === last.in) return last;
  if (place === 'header') return { in: place, name: 'X-Signature', prefix: last.prefix };
  const name = last.in === 'header' ? 'signature' : last.name;
  return { in: place, name, prefix: last.prefix };
}

/** What `profile.save` takes: the whole set-up, with this format in it. */
export function setUpWith(profile: Profile, dialect: Dialect): ProfileSetUp {
  const { id: _id, archivedAt: _archivedAt, ...setUp } = profile;
  return { ...setUp, dialect };
}

/** The same JSON, whatever the order of its keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** As it stands in the answer: a text in quotes, a number, true, false or null. */
export function valueText(value: unknown): string {
  return JSON.stringify(value);
}

/** What was typed; a text may be typed without its quotes. */
export function typedValue(text: string): Refusal['value'] {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  } catch {
    // Not JSON, so it is the text itself.
  }
  return trimmed;
}

/** "md5 · hex, lower case · field “sign” of the body · form body": the whole recipe at a glance. */
export function summaryOf(dialect: Dialect, say: Say): string {
  const { algorithm, output, placement } = dialect.signature;
  return [
    say(`knob.algorithm.${algorithm}`),
    say(`summary.output.${output}`),
    say(`summary.placement.${placement.in}`, { name: placement.name }),
    say(`summary.body.${dialect.body}`),
  ].join(' · ');
}

import { FLOWS } from '#shared/domain/deposit.ts';
import { formatOrderId, orderPatternFault, patternOfDesk } from '#shared/domain/orderPattern.ts';
import { profileSetUpSchema } from '#shared/domain/profile.ts';

import type { SetUpTexts } from './fields.ts';
import { readDayCut } from './readers.ts';

const COUNTER = 42;
const RANDOM = 'k7m2x9qa';

/** What the pattern makes of today, one per kind of request; null while it cannot be used. */
export function orderPreview(
  texts: SetUpTexts,
  now: Date,
  deskCode: string | null = null,
): readonly string[] | null {
  const pattern = texts.orderPattern.trim();
  if (pattern === '' || orderPatternFault(pattern) !== null) return null;
  const day = dayOf(now, texts.timeZone.trim(), readDayCut(texts.dayCut) ?? '00:00');
  return FLOWS.map((flow, at) =>
    formatOrderId(patternOfDesk(pattern, deskCode), {
      flow,
      day,
      counter: COUNTER + at,
      random: RANDOM,
    }),
  );
}

type Day = { readonly year: string; readonly month: string; readonly day: string };

/** The day that it is for this merchant: in its zone, and not before its day begins. */
function dayOf(now: Date, zone: string, cut: string): Day {
  const [hours = '0', minutes = '0'] = cut.split(':');
  const begun = new Date(now.getTime() - (Number(hours) * 60 + Number(minutes)) * 60_000);
  const known = zone !== '' && profileSetUpSchema.shape.timeZone.safeParse(zone).success;
  const parts = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(known ? { timeZone: zone } : {}),
  }).formatToParts(begun);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { year: part('year'), month: part('month'), day: part('day') };
}

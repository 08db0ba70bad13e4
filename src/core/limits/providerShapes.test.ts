import { describe, expect, it } from 'vitest';

import { LIMIT_SHAPES, type LimitResponse, UNITS } from '#shared/dialect/schema.ts';
import { readLimits } from '#shared/limits/read.ts';

import {
  LIMITS_SHAPES,
  isLimitsShape,
  limitsVoice,
} from '../../../tests/provider/limits/shapes.ts';

/** What the sandbox says, written without this reader in sight, is what the desk then holds it to. */
function compared(format: LimitResponse, voice: ReturnType<typeof limitsVoice>) {
  const reading = readLimits(voice.answer, format);
  const line = (
    row: { currency: string; min: number | null; max: number | null },
    type: string | null,
  ) => `${row.currency} ${type} ${row.min} ${row.max}`;
  return {
    complaints: reading?.complaints,
    read: reading?.entries.map((entry) => line(entry, entry.paymentType)).toSorted(),
    told: [...new Set(voice.inForce.map((row) => line(row, row.payment_type)))].toSorted(),
  };
}

const shapes = Object.keys(LIMITS_SHAPES).filter(isLimitsShape);

describe.each(UNITS)('limits of the sandbox in %s units', (units) => {
  it.each(shapes.filter((shape) => shape !== 'unknown'))('as %s are read as they bind', (shape) => {
    const format: LimitResponse = { kind: 'recognised', units };
    const { complaints, read, told } = compared(format, limitsVoice(format, shape));
    expect(complaints).toEqual([]);
    expect(read).toEqual(told);
  });

  it.each(LIMIT_SHAPES)('mapped as %s are read as they bind', (shape) => {
    const keys = {
      currency: shape === 'list' ? 'cur.code' : null,
      paymentType: shape === 'map-by-currency-then-type' ? null : 'way',
      min: 'from.sum',
      max: 'to',
      enabled: 'state.on',
    };
    const format: LimitResponse = { kind: 'mapped', path: 'a.b', shape, units, keys };
    const { complaints, read, told } = compared(format, limitsVoice(format, null));
    expect(complaints).toEqual([]);
    expect(read).toEqual(told);
  });
});

it('limits of the sandbox that nobody can read stay unknown', () => {
  const format: LimitResponse = { kind: 'recognised', units: 'minor' };
  expect(readLimits(limitsVoice(format, 'unknown').answer, format)).toBeNull();
});

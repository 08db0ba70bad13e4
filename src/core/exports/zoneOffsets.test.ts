import { describe, expect, it } from 'vitest';

import { offsetText, zoneOffsets } from './zoneOffsets.ts';

const at = (iso: string): number => Date.parse(iso);

describe('the offsets of a zone', () => {
  it('are one where the clocks are never turned', () => {
    const found = zoneOffsets('Asia/Tashkent', at('2026-01-01'), at('2027-01-01'));
    expect(found).toEqual([{ fromMs: at('2026-01-01'), offsetMin: 300 }]);
  });

  it('change at the very moment the clocks are turned', () => {
    expect(zoneOffsets('Europe/Berlin', at('2026-03-01'), at('2026-12-01'))).toEqual([
      { fromMs: at('2026-03-01'), offsetMin: 60 },
      { fromMs: at('2026-03-29T01:00:00Z'), offsetMin: 120 },
      { fromMs: at('2026-10-25T01:00:00Z'), offsetMin: 60 },
    ]);
  });

  it('are there for half hours, for the west, and for two changes a month apart', () => {
    expect(zoneOffsets('Asia/Kolkata', 0, 1)[0]?.offsetMin).toBe(330);
    expect(zoneOffsets('America/St_Johns', at('2026-01-01'), at('2026-01-02'))[0]?.offsetMin).toBe(
      -210,
    );
    const lordHowe = zoneOffsets('Australia/Lord_Howe', at('2026-01-01'), at('2026-12-31'));
    expect(lordHowe.map(({ offsetMin }) => offsetMin)).toEqual([660, 630, 660]);
    expect(zoneOffsets('Africa/Casablanca', at('2026-01-01'), at('2026-06-01'))).toHaveLength(3);
  });

  it('are written as people write them', () => {
    expect([0, 300, -210, 345].map(offsetText)).toEqual(['+00:00', '+05:00', '-03:30', '+05:45']);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  LONGEST_SPACER_PX,
  clampTop,
  isScaled,
  lastTop,
  pageRows,
  scrollOf,
  spacerPx,
  spanAt,
  topOf,
  topShowing,
} from './position.ts';

const geometries = fc.record({
  count: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 50_000_000 })),
  rowPx: fc.constantFrom(28, 32),
  viewPx: fc.integer({ min: 100, max: 3000 }),
});
const shares = fc.double({ min: 0, max: 1, noNaN: true });

describe('a list under its scrollbar', () => {
  it('is never laid out longer than any browser can', () => {
    fc.assert(
      fc.property(geometries, (geometry) => {
        expect(spacerPx(geometry)).toBeLessThanOrEqual(LONGEST_SPACER_PX);
      }),
    );
  });

  it('begins where the scrollbar begins and ends where it ends', () => {
    fc.assert(
      fc.property(geometries, (geometry) => {
        const end = Math.max(0, spacerPx(geometry) - geometry.viewPx);
        expect(topOf(geometry, 0)).toBe(0);
        expect(topOf(geometry, end)).toBe(lastTop(geometry));
        expect(scrollOf(geometry, lastTop(geometry))).toBeCloseTo(end, 3);
      }),
    );
  });

  it('comes back from the scrollbar to the same row, as finely as the scrollbar can say', () => {
    fc.assert(
      fc.property(geometries, shares, (geometry, share) => {
        const top = share * lastTop(geometry);
        const back = topOf(geometry, scrollOf(geometry, top));
        const error = isScaled(geometry) ? geometry.rowPx : 0.001;
        expect(Math.abs(back - top)).toBeLessThanOrEqual(error + 0.001);
      }),
    );
  });

  it('only goes down when the scrollbar does', () => {
    fc.assert(
      fc.property(geometries, shares, shares, (geometry, one, other) => {
        const end = Math.max(0, spacerPx(geometry) - geometry.viewPx);
        const [upper, lower] = one < other ? [one, other] : [other, one];
        expect(topOf(geometry, upper * end)).toBeLessThanOrEqual(topOf(geometry, lower * end));
      }),
    );
  });

  it('reaches every row of a hundred million by its keys', () => {
    const geometry = { count: 100_000_000, rowPx: 32, viewPx: 640 };
    for (const at of [0, 1, 77_777_777, 99_999_999]) {
      const top = topShowing(geometry, 0, at);
      const { first, last } = spanAt(geometry, top);
      expect(first <= at && at <= last).toBe(true);
    }
  });
});

describe('what is seen', () => {
  it('covers the view without a gap, and nothing that is not there', () => {
    fc.assert(
      fc.property(geometries, shares, (geometry, share) => {
        const { count, rowPx, viewPx } = geometry;
        const top = share * lastTop(geometry);
        const { first, last } = spanAt(geometry, top);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(last).toBeLessThan(count);
        expect(first * rowPx).toBeLessThanOrEqual(top + 0.001);
        expect((last + 1) * rowPx).toBeGreaterThanOrEqual(
          Math.min(top + viewPx, count * rowPx) - 0.001,
        );
      }),
    );
  });

  it('of an empty list is nothing', () => {
    const { last } = spanAt({ count: 0, rowPx: 32, viewPx: 600 }, 0);
    expect(last).toBe(-1);
  });

  it('holds the whole row that was asked for, moving no further than it must', () => {
    fc.assert(
      fc.property(geometries, shares, shares, (geometry, share, which) => {
        const before = clampTop(geometry, share * lastTop(geometry));
        const at = Math.floor(which * (geometry.count - 1));
        const top = topShowing(geometry, before, at);
        expect(top).toBeLessThanOrEqual(at * geometry.rowPx + 0.001);
        expect(top + geometry.viewPx).toBeGreaterThanOrEqual((at + 1) * geometry.rowPx - 0.001);
        expect(topShowing(geometry, top, at)).toBe(top);
      }),
    );
  });

  it('overlaps by a row from one page to the next', () => {
    expect(pageRows({ count: 1000, rowPx: 32, viewPx: 640 })).toBe(19);
    expect(pageRows({ count: 1000, rowPx: 32, viewPx: 10 })).toBe(1);
  });
});

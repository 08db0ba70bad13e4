import { describe, expect, it } from 'vitest';

import { orderPreview } from './orderPreview.ts';
import { newTexts } from './texts.ts';

const LATE = new Date('2026-11-14T21:30:00.000Z');

describe('the preview of an order pattern', () => {
  it('shows both kinds of request on the merchant’s own day', () => {
    const texts = { ...newTexts('en'), timeZone: 'Asia/Tashkent' };
    expect(orderPreview(texts, LATE)).toEqual(['D-1115-0042', 'P-1115-0043']);
    expect(orderPreview({ ...texts, timeZone: 'UTC' }, LATE)).toEqual([
      'D-1114-0042',
      'P-1114-0043',
    ]);
  });

  it('waits for the day cut', () => {
    const texts = { ...newTexts('en'), timeZone: 'Asia/Tashkent', dayCut: '4' };
    expect(orderPreview(texts, LATE)).toEqual(['D-1114-0042', 'P-1114-0043']);
  });

  it('has the code of this desk in its team', () => {
    const texts = { ...newTexts('en'), orderPattern: '{flow}-{desk}-{counter}' };
    expect(orderPreview(texts, LATE, 'N7K')).toEqual(['D-N7K-0042', 'P-N7K-0043']);
  });

  it('shows nothing for a pattern that cannot be used', () => {
    expect(orderPreview({ ...newTexts('en'), orderPattern: '{date}' }, LATE)).toBeNull();
  });
});

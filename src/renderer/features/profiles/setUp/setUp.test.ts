import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type ProfileSetUp, STATE_COLOURS, profileSetUpSchema } from '#shared/domain/profile.ts';

import type { SetUpField, SetUpTexts } from './fields.ts';
import { readDayCut, readSeconds } from './readers.ts';
import { newTexts, readSetUp, textsOf } from './texts.ts';

const MERCHANT = '11111111-2222-4333-8444-555555555555';

const filled: SetUpTexts = {
  ...newTexts('en'),
  name: 'Shop',
  mode: 'live',
  baseUrl: 'https://pay.example/v1',
  merchant: MERCHANT,
};

function setUpOf(texts: SetUpTexts): ProfileSetUp {
  const read = readSetUp(texts, DEFAULT_DIALECT);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

function faultWord(field: SetUpField, text: string, more: Partial<SetUpTexts> = {}): string | null {
  const read = readSetUp({ ...filled, ...more, [field]: text }, DEFAULT_DIALECT);
  return read.ok ? null : (read.faults[field]?.word ?? null);
}

const anySetUp = fc
  .record({
    name: fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[a-z]$/u),
    mode: fc.constantFrom('sandbox', 'live'),
    orderPattern: fc.constantFrom('{flow}-{date}-{counter}', 'A{year}.{random}', 'x_{counter}'),
    callback: fc.option(fc.constant('https://shop.example/cb?a=1')),
    confirmAbove: fc.dictionary(
      fc.constantFrom('RUB', 'UZS', 'KZT', 'TJS'),
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    ),
    duplicateWindowMin: fc.nat({ max: 1440 }),
    connectDeadlineMs: fc.integer({ min: 1000, max: 60_000 }),
    slowAfterMs: fc.integer({ min: 1000, max: 600_000 }),
    answerDeadlineMs: fc.integer({ min: 1000, max: 600_000 }),
    requisitesValidMin: fc.option(fc.integer({ min: 1, max: 10_080 })),
    timeZone: fc.option(fc.constantFrom('Asia/Tashkent', 'Europe/Moscow', 'UTC')),
    hour: fc.nat({ max: 23 }),
    limitsPolicy: fc.constantFrom('enforce', 'warn'),
    stateWords: fc.uniqueArray(
      fc.record({
        word: fc.constantFrom('paid', 'Paid', 'оплачено', 'in progress', 'x'),
        colour: fc.constantFrom(...STATE_COLOURS),
        meaning: fc.constantFrom('', 'Money is there'),
      }),
      { selector: ({ word }) => word },
    ),
    proxy: fc.constantFrom(
      { mode: 'system' },
      { mode: 'none' },
      { mode: 'manual', url: 'http://10.0.0.1:3128' },
    ),
  })
  .map(({ callback, hour, ...rest }) =>
    profileSetUpSchema.parse({
      ...rest,
      baseUrl: 'https://pay.example/v1',
      merchant: MERCHANT,
      dialect: DEFAULT_DIALECT,
      defaultUrls: { callback, success: null, reject: null },
      dayCut: `${String(hour).padStart(2, '0')}:30`,
    }),
  );

describe('a set-up in the editor', () => {
  it('comes back as it was, in both languages, whatever it holds', () => {
    fc.assert(
      fc.property(anySetUp, fc.constantFrom('en' as const, 'ru' as const), (setUp, language) => {
        expect(setUpOf(textsOf(setUp, language))).toEqual(setUp);
      }),
    );
  });

  it('takes thresholds in major units, and leaves out what is blank', () => {
    const setUp = setUpOf({ ...filled, confirmRUB: '150 000', confirmUZS: '1 000 000,50' });
    expect(setUp.confirmAbove).toEqual({ RUB: 15_000_000, UZS: 100_000_050 });
    expect(setUp.defaultUrls).toEqual({ callback: null, success: null, reject: null });
    expect(setUp.requisitesValidMin).toBeNull();
  });

  it('forgets a proxy address that is not asked for', () => {
    const setUp = setUpOf({ ...filled, proxyMode: 'none', proxyUrl: 'nonsense' });
    expect(setUp.proxy).toEqual({ mode: 'none' });
  });

  it('keeps the provider format, which has an editor of its own', () => {
    const dialect = { ...DEFAULT_DIALECT, body: 'form' as const };
    const read = readSetUp(filled, dialect);
    expect(read.ok && read.value.dialect.body).toBe('form');
  });
});

describe('a fault', () => {
  it.each([
    ['', 'setUp.fault.address.empty'],
    ['pay.example', 'setUp.fault.address.malformed'],
    ['http://pay.example', 'setUp.fault.address.http'],
    ['https://pay.example/?a=1', 'setUp.fault.address.query'],
    ['https://me:pw@pay.example', 'setUp.fault.address.credentials'],
    ['http://127.0.0.1:8787', null],
    ['https://pay.example/a/path', null],
  ])('of the address %j is named', (address, word) => {
    expect(faultWord('baseUrl', address)).toBe(word);
  });

  it.each([
    ['https://shop.example/back', null],
    ['https://shop.example/b ck', 'fault.url_space'],
    ['https://me:pw@shop.example/', 'fault.url_credentials'],
    ['https://shop.example/\u200b', 'fault.control_character'],
    ['shop.example', 'fault.malformed_url'],
    ['https://shop.example/cb::1', 'fault.separator'],
    ['https://[::1]:8443/cb', 'fault.separator'],
    ['https://shop.example:8443/cb', null],
  ])(
    'of an address sent with every request, %j, is named, and core refuses the same',
    (url, word) => {
      for (const field of ['callback', 'success', 'reject'] as const) {
        expect(faultWord(field, url)).toBe(word);
      }
      const { shape } = profileSetUpSchema;
      const urls = { callback: url, success: null, reject: null };
      expect(shape.defaultUrls.safeParse(urls).success).toBe(word === null);
    },
  );

  it.each([
    ['', 'setUp.fault.pattern.empty'],
    ['A-{when}-{counter}', 'setUp.fault.pattern.unknown_token'],
    ['{date}', 'setUp.fault.pattern.would_repeat'],
    ['№ {counter}', 'setUp.fault.pattern.bad_character'],
    [`${'a'.repeat(60)}{counter}`, 'fault.too_long'],
    ['{random}', null],
  ])('of the order pattern %j is named', (pattern, word) => {
    expect(faultWord('orderPattern', pattern)).toBe(word);
  });

  it('of a Live pattern without the desk is named at a desk with a code, whose new profiles have it', () => {
    const word = (texts: SetUpTexts, code: string | null): string | null => {
      const read = readSetUp(texts, DEFAULT_DIALECT, code);
      return read.ok ? null : (read.faults.orderPattern?.word ?? null);
    };
    expect(word(filled, 'N7K')).toBe('setUp.fault.pattern.no_desk');
    expect(word({ ...filled, orderPattern: '{desk}' }, 'N7K')).toBe(
      'setUp.fault.pattern.would_repeat',
    );
    expect(word({ ...filled, mode: 'sandbox' }, 'N7K')).toBeNull();
    expect(word(filled, null)).toBeNull();
    const { orderPattern } = newTexts('en', 'N7K');
    expect(word({ ...filled, orderPattern }, 'N7K')).toBeNull();
  });

  it('of a mode that is not chosen stands at it: a new profile has none', () => {
    expect(newTexts('en').mode).toBe('');
    expect(faultWord('mode', '')).toBe('setUp.fault.mode');
    expect(faultWord('mode', 'sandbox')).toBeNull();
  });

  it('stands at its own field, and at every field that has one', () => {
    const read = readSetUp(
      { ...filled, name: ' ', merchant: 'x', confirmKZT: '1.234', answer: '0', timeZone: 'Mars' },
      DEFAULT_DIALECT,
    );
    expect(read.ok ? [] : Object.keys(read.faults)).toEqual([
      'name',
      'merchant',
      'confirmKZT',
      'answer',
      'timeZone',
    ]);
  });

  it('of a proxy tells credentials, which would be a secret in a file, from nonsense', () => {
    const manual = { proxyMode: 'manual' };
    expect(faultWord('proxyUrl', '', manual)).toBe('setUp.fault.proxy.empty');
    expect(faultWord('proxyUrl', 'http://a:b@p:1', manual)).toBe('setUp.fault.proxy.credentials');
    expect(faultWord('proxyUrl', 'socks5://p', manual)).toBe('setUp.fault.proxy.malformed');
    expect(faultWord('proxyUrl', 'http://proxy:3128', manual)).toBeNull();
  });
});

describe('times', () => {
  it('are read exactly, by either decimal mark', () => {
    expect(['15', '2.5', '2,5', '0.001', '1.2345', '-1', ''].map(readSeconds)).toEqual([
      15_000,
      2500,
      2500,
      1,
      null,
      null,
      null,
    ]);
  });

  it('of the day may be short', () => {
    expect(['4', '4:30', '04:30', '23:59', '24', '12:60', 'noon'].map(readDayCut)).toEqual([
      '04:00',
      '04:30',
      '04:30',
      '23:59',
      null,
      null,
      null,
    ]);
  });
});

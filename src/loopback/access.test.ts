import { describe, expect, test } from 'vitest';

import { createAccess, isOwnCall, isOwnHost, isOwnLoad } from './access.ts';

const TEN_MINUTES_MS = 10 * 60_000;

describe('a one-time code', () => {
  test('brings a bearer once', () => {
    const access = createAccess(() => 0);
    const code = access.issueCode();
    const bearer = access.exchangeCode(code);
    expect(access.isBearer(`Bearer ${bearer}`)).toBe(true);
    expect(access.exchangeCode(code)).toBeNull();
  });

  test('is worth nothing after ten minutes', () => {
    let nowMs = 0;
    const access = createAccess(() => nowMs);
    const [early, late] = [access.issueCode(), access.issueCode()];
    nowMs = TEN_MINUTES_MS - 1;
    expect(access.exchangeCode(early)).not.toBeNull();
    nowMs = TEN_MINUTES_MS;
    expect(access.exchangeCode(late)).toBeNull();
  });

  test('leaves the other open ones alone', () => {
    const access = createAccess(() => 0);
    const [first, second] = [access.issueCode(), access.issueCode()];
    expect(access.exchangeCode(second)).not.toBeNull();
    expect(access.exchangeCode(first)).not.toBeNull();
  });

  test('that was never issued, or is a bearer, brings nothing', () => {
    const access = createAccess(() => 0);
    const bearer = access.exchangeCode(access.issueCode()) ?? '';
    for (const wrong of ['', 'a', 'a'.repeat(43), bearer]) {
      expect(access.exchangeCode(wrong)).toBeNull();
    }
  });

  test('does not pile up: the oldest of too many is dropped', () => {
    const access = createAccess(() => 0);
    const codes = Array.from({ length: 9 }, () => access.issueCode());
    expect(codes.map((code) => access.exchangeCode(code) !== null)).toEqual([
      false,
      ...Array.from({ length: 8 }, () => true),
    ]);
  });
});

describe('a bearer', () => {
  test('of another host, a code, or none does not pass', () => {
    const access = createAccess(() => 0);
    const foreign = createAccess(() => 0);
    const bearer = foreign.exchangeCode(foreign.issueCode());
    const code = access.issueCode();
    for (const wrong of [undefined, '', 'Bearer ', `Bearer ${bearer}`, `Bearer ${code}`, code]) {
      expect(access.isBearer(wrong)).toBe(false);
    }
  });

  test('is unlike any other', () => {
    const access = createAccess(() => 0);
    const bearers = Array.from({ length: 50 }, () => access.exchangeCode(access.issueCode()));
    expect(new Set(bearers).size).toBe(50);
  });
});

const OWN = 'http://127.0.0.1:4711';
const facts = {
  method: 'GET',
  host: '127.0.0.1:4711',
  origin: undefined,
  fetchSite: undefined,
  fetchMode: undefined,
};

describe('whose request it is', () => {
  test('only the exact host is ours', () => {
    const foreign = [
      undefined,
      '',
      'localhost:4711',
      '127.0.0.1',
      '127.0.0.1:4712',
      '127.0.0.1:4711.evil.example',
      'evil.example:4711',
      '[::1]:4711',
    ];
    expect(isOwnHost(facts, '127.0.0.1:4711')).toBe(true);
    for (const host of foreign) expect(isOwnHost({ ...facts, host }, '127.0.0.1:4711')).toBe(false);
  });

  test('a call needs our Origin, which only a same-origin GET may leave out', () => {
    const post = { ...facts, method: 'POST' };
    expect(isOwnCall(facts, OWN)).toBe(true);
    expect(isOwnCall({ ...post, origin: OWN }, OWN)).toBe(true);
    expect(isOwnCall(post, OWN)).toBe(false);
    expect(isOwnCall({ ...facts, method: 'HEAD' }, OWN)).toBe(false);
    for (const origin of ['null', 'http://127.0.0.1:4712', 'https://127.0.0.1:4711', `${OWN}/`]) {
      expect(isOwnCall({ ...post, origin }, OWN)).toBe(false);
      expect(isOwnCall({ ...facts, origin }, OWN)).toBe(false);
    }
  });

  test('what the browser says about the asking site counts too', () => {
    for (const fetchSite of ['cross-site', 'same-site', 'none']) {
      expect(isOwnCall({ ...facts, method: 'POST', origin: OWN, fetchSite }, OWN)).toBe(false);
    }
    expect(isOwnCall({ ...facts, fetchSite: 'same-origin' }, OWN)).toBe(true);
  });

  test('the page may be navigated to from anywhere but embedded by nobody', () => {
    const fromElsewhere = { ...facts, fetchSite: 'cross-site' };
    expect(isOwnLoad({ ...fromElsewhere, fetchMode: 'navigate' }, OWN)).toBe(true);
    expect(isOwnLoad({ ...fromElsewhere, fetchMode: 'no-cors' }, OWN)).toBe(false);
    expect(isOwnLoad({ ...facts, origin: 'https://evil.example' }, OWN)).toBe(false);
  });
});

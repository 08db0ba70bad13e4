import { createHmac } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { type Access, createAccess } from './access.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;

function open(access: Access) {
  const given = access.exchangeCode(access.issueCode());
  if (given === null) throw new Error('A fresh code was refused');
  return given;
}

function admits(access: Access, token: string, isAttended = true): boolean {
  return access.admit(`Bearer ${token}`, isAttended) !== null;
}

describe('a one-time code', () => {
  test('brings a bearer once', () => {
    const access = createAccess(() => 0);
    const code = access.issueCode();
    const given = access.exchangeCode(code);
    expect(admits(access, given?.token ?? '')).toBe(true);
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
    const { token, proof } = open(access);
    for (const wrong of ['', 'a', 'a'.repeat(43), token, proof.id, proof.key]) {
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
  test('of another host, a code, what proves the desk, or none does not pass', () => {
    const access = createAccess(() => 0);
    const { proof } = open(access);
    const foreign = open(createAccess(() => 0));
    const code = access.issueCode();
    const wrong = [foreign.token, code, proof.id, proof.key, ''].map((token) => `Bearer ${token}`);
    for (const authorization of [undefined, '', code, ...wrong]) {
      expect(access.admit(authorization, true)).toBeNull();
    }
  });

  test('is spelt in one way only', () => {
    const access = createAccess(() => 0);
    const { token } = open(access);
    const spelt = [`bearer ${token}`, `Bearer  ${token}`, `Bearer ${token} `, `Basic ${token}`];
    expect(spelt.filter((authorization) => access.admit(authorization, true) !== null)).toEqual([]);
  });

  test('is unlike any other, and so is what proves the desk', () => {
    const access = createAccess(() => 0);
    const given = Array.from({ length: 50 }, () => open(access));
    const all = given.flatMap(({ token, proof }) => [token, proof.id, proof.key]);
    expect(new Set(all).size).toBe(150);
  });

  test('ends after eighteen hours without use: a night does not end it', () => {
    let nowMs = 0;
    const access = createAccess(() => nowMs);
    const { token } = open(access);
    nowMs += 18 * HOUR_MS - 1;
    expect(admits(access, token)).toBe(true);
    nowMs += 18 * HOUR_MS - 1;
    expect(admits(access, token)).toBe(true);
    nowMs += 18 * HOUR_MS;
    expect(admits(access, token)).toBe(false);
    nowMs = 0;
    expect(admits(access, token), 'a clock that is put back brings none back').toBe(false);
  });

  test('is not kept alive by what an unattended page asks by itself', () => {
    let nowMs = 0;
    const access = createAccess(() => nowMs);
    const { token } = open(access);
    for (; nowMs < 18 * HOUR_MS; nowMs += HOUR_MS) expect(admits(access, token, false)).toBe(true);
    expect(admits(access, token, false)).toBe(false);
  });

  test('ends after seven days however busy it is', () => {
    let nowMs = 0;
    const access = createAccess(() => nowMs);
    const { token } = open(access);
    for (; nowMs < 7 * 24 * HOUR_MS; nowMs += 6 * HOUR_MS) expect(admits(access, token)).toBe(true);
    expect(admits(access, token)).toBe(false);
  });

  test('a page that was let in by it hears when it is over', () => {
    let nowMs = 0;
    const access = createAccess(() => nowMs);
    const admission = access.admit(`Bearer ${open(access).token}`, true);
    nowMs = 18 * HOUR_MS - 1;
    expect(admission?.isAlive()).toBe(true);
    nowMs = 18 * HOUR_MS;
    expect(admission?.isAlive()).toBe(false);
  });

  test('does not pile up: of too many the one that was not used for longest is over', () => {
    let nowMs = 0;
    const access = createAccess(() => (nowMs += 1));
    const [first, second, ...others] = Array.from({ length: 64 }, () => open(access));
    expect(admits(access, first?.token ?? '')).toBe(true);
    const last = open(access);
    expect(admits(access, second?.token ?? '')).toBe(false);
    const rest = [first, ...others, last].map((given) => admits(access, given?.token ?? ''));
    expect(rest).not.toContain(false);
  });
});

describe('the proof that it is this desk', () => {
  const ORIGIN = 'http://127.0.0.1:4711';
  const NONCE = 'n'.repeat(43);

  test('is an HMAC of the nonce, for this address, with the key that was given', () => {
    const access = createAccess(() => 0);
    const { id, key } = open(access).proof;
    const expected = createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(`deposit-desk proof 1\n${ORIGIN}\n${id}\n${NONCE}`)
      .digest('base64url');
    expect(access.prove(id, NONCE, ORIGIN)).toBe(expected);
    expect(access.prove(id, NONCE, 'http://127.0.0.1:4712')).not.toBe(expected);
  });

  test('is not had for a session that was never given here', () => {
    const access = createAccess(() => 0);
    const { token, proof } = open(access);
    const foreign = open(createAccess(() => 0)).proof.id;
    for (const id of ['', token, proof.key, foreign]) {
      expect(access.prove(id, NONCE, ORIGIN)).toBeNull();
    }
  });

  test('is still given when the bearer is over: the tab must know that it was its own desk that ended it', () => {
    let nowMs = 0;
    const access = createAccess(() => nowMs);
    const { token, proof } = open(access);
    nowMs = 8 * 24 * HOUR_MS;
    expect(admits(access, token)).toBe(false);
    expect(access.prove(proof.id, NONCE, ORIGIN)).not.toBeNull();
  });
});

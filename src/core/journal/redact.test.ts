import { expect, it } from 'vitest';

import { createRedactor } from './redact.ts';

it('dots a secret however it is spelt', () => {
  const redactor = createRedactor();
  const secret = 'p&ss "w0rd"/é';
  redactor.learn('merchant', [secret]);
  const spelt = [
    secret,
    JSON.stringify({ secret }),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
  for (const text of spelt) {
    const clean = redactor.text(`before ${text} after`);
    expect(clean).toContain('••••••');
    expect(clean).not.toContain('w0rd');
    expect(clean).not.toContain(Buffer.from(secret).toString('base64'));
  }
});

it.each([
  ['with slashes escaped, as PHP does', (secret: string) => secret.replaceAll('/', String.raw`\/`)],
  ['in percent signs of either case', (secret: string) => encodeURIComponent(secret).toLowerCase()],
  ['as a form has it', (secret: string) => new URLSearchParams({ secret }).toString()],
  ['in hex', (secret: string) => Buffer.from(secret).toString('hex')],
  ['in capital hex', (secret: string) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64 for addresses', (secret: string) => Buffer.from(secret).toString('base64url')],
])('dots a secret %s', (_, spelling) => {
  const redactor = createRedactor();
  const secret = 'ab/cd+ef~ gh==';
  redactor.learn('merchant', [secret]);
  const rest = redactor.text(`"${spelling(secret)}"`).replace('secret=', '');
  expect(rest).toMatch(/^"•+"$/u);
});

it('dots a secret beyond ASCII that was escaped', () => {
  const redactor = createRedactor();
  redactor.learn('merchant', ['ключ-😀']);
  const text = String.raw`\u043a\u043b\u044e\u0447-\ud83d\ude00`;
  expect(redactor.text(text)).toBe('••••••');
});

it('dots the whole of a secret that begins or ends like another one', () => {
  const redactor = createRedactor();
  redactor.learn('merchant', ['secret', 'secret-2026', 'my-secret']);
  expect(redactor.text('secret-2026 my-secret secret')).toBe('•••••• •••••• ••••••');
});

it('dots every line of a private key, and its lines in one', () => {
  const redactor = createRedactor();
  const lines = ['A', 'B', 'C'].map((letter) => letter.repeat(64));
  const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
  redactor.learn('merchant', [pem]);
  for (const line of lines) expect(redactor.text(`near ${line}`)).toBe('near ••••••');
  expect(redactor.text(lines.join(''))).not.toMatch(/[ABC]/u);
});

it('reaches every text inside a value and leaves the rest as it was', () => {
  const redactor = createRedactor();
  redactor.learn('merchant', ['topsecret']);
  const value = { topsecret: 1, list: ['a topsecret b', 2, null], deep: { ok: true } };
  expect(redactor.deep(value)).toEqual({
    topsecret: 1,
    list: ['a •••••• b', 2, null],
    deep: { ok: true },
  });
});

it('does not take a very short secret for one: it would dot amounts and ids', () => {
  const redactor = createRedactor();
  redactor.learn('merchant', ['1500']);
  expect(redactor.text('{"cents":150000}')).toBe('{"cents":150000}');
});

it('forgets a secret that was dropped while nothing is under way', () => {
  const redactor = createRedactor();
  redactor.learn('one', ['old-secret', 'older-secret']);
  redactor.learn('another', ['shared-secret']);
  redactor.learn('one', ['new-secret', 'shared-secret']);
  expect(redactor.text('old-secret older-secret new-secret')).toBe(
    'old-secret older-secret ••••••',
  );
  redactor.learn('one', []);
  expect(redactor.text('new-secret shared-secret')).toBe('new-secret ••••••');
});

it('keeps a dropped secret until the last call has ended that was under way then', async () => {
  const redactor = createRedactor();
  redactor.learn('one', ['old-secret']);
  const ends: (() => void)[] = [];
  const begun = (): Promise<void> =>
    redactor.during(() => new Promise((resolve) => void ends.push(resolve)));
  const lost = redactor.during(async () => {
    await Promise.resolve();
    throw new Error('lost');
  });
  const underWay = begun();
  redactor.learn('one', ['new-secret']);
  const later = begun();
  await expect(lost).rejects.toThrow('lost');
  expect(redactor.text('old-secret')).toBe('••••••');
  ends[0]?.();
  await underWay;
  expect(redactor.text('old-secret new-secret')).toBe('old-secret ••••••');
  ends[1]?.();
  await later;
  expect(redactor.text('new-secret')).toBe('••••••');
});

it('knows a secret that is not stored yet, and no longer than the call that brings it', async () => {
  const redactor = createRedactor();
  await redactor.during(async () => {
    redactor.pass('typed-secret');
    expect(redactor.text('typed-secret')).toBe('••••••');
  });
  expect(redactor.text('typed-secret')).toBe('typed-secret');
});

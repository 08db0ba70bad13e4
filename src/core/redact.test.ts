import { expect, it } from 'vitest';

import { createRedactor } from './redact.ts';

it('dots a secret however it is spelt', () => {
  const redactor = createRedactor();
  const secret = 'p&ss "w0rd"/é';
  redactor.learn(secret);
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

it('reaches every text inside a value and leaves the rest as it was', () => {
  const redactor = createRedactor();
  redactor.learn('topsecret');
  const value = { topsecret: 1, list: ['a topsecret b', 2, null], deep: { ok: true } };
  expect(redactor.deep(value)).toEqual({
    topsecret: 1,
    list: ['a •••••• b', 2, null],
    deep: { ok: true },
  });
});

it('does not take a very short secret for one: it would dot amounts and ids', () => {
  const redactor = createRedactor();
  redactor.learn('1500');
  expect(redactor.text('{"cents":150000}')).toBe('{"cents":150000}');
});

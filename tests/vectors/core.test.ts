import { describe, expect, it } from 'vitest';

import { limitRequestOf, depositRequestOf } from '#core/provider/requests.ts';
import { sign } from '#core/provider/sign.ts';
import { stringToSign } from '#core/provider/stringToSign.ts';
import { chance, manualClock, profileOf } from '#core/testing/builders.ts';
import {
  ALGORITHMS,
  KEY_TRANSFORMS,
  OUTPUTS,
  PLACEMENTS,
  SECRET_POSITIONS,
  keyUseOf,
} from '#shared/dialect/schema.ts';
import { type DepositBody, depositBodySchema } from '#shared/domain/deposit.ts';

import { type FormatCase, cases, dialectOf, secretOf } from './formats.ts';

const bodyOf = ({ flow, fields }: FormatCase): DepositBody =>
  depositBodySchema.parse({ flow, fields });

const travellingWith = (signing: string) => ({
  secrets: { signing, headers: new Map<string, string>() },
  userAgent: 'test',
  clock: manualClock(),
  chance,
});

const ofAlgorithm = (algorithm: string) =>
  cases.filter(({ signature }) => signature.algorithm === algorithm);

describe('the file of vectors', () => {
  it('has every algorithm, key use, key transform, output, placement and encoding', () => {
    const all = ALGORITHMS.flatMap((algorithm) =>
      (keyUseOf(algorithm) === 'plain' ? SECRET_POSITIONS : ['']).flatMap((position) =>
        KEY_TRANSFORMS.flatMap((transform) =>
          OUTPUTS.flatMap((output) =>
            PLACEMENTS.flatMap((place) =>
              ['json', 'form'].map((body) =>
                [algorithm, position, transform, output, place, body].join(' '),
              ),
            ),
          ),
        ),
      ),
    );
    const there = new Set(
      cases.map(
        ({ signature: { algorithm, secretUse, keyTransform, output, placement }, body }) => {
          const position = keyUseOf(algorithm) === 'plain' ? secretUse.position : '';
          return [algorithm, position, keyTransform, output, placement.in, body].join(' ');
        },
      ),
    );
    expect(all.filter((each) => !there.has(each))).toEqual([]);
    expect(there.size).toBe(all.length);
  });
});

describe.each(ALGORITHMS)('core, by %s', (algorithm) => {
  it('signs as the vectors do', () => {
    for (const vector of ofAlgorithm(algorithm)) {
      const text = stringToSign(bodyOf(vector));
      expect(text, vector.name).toBe(vector.stringToSign);
      const signed = sign(text, secretOf(vector), vector.signature);
      expect(signed, vector.name).toEqual({ ok: true, value: vector.signed });
    }
  });

  it('puts together the very request', () => {
    for (const vector of ofAlgorithm(algorithm)) {
      const profile = profileOf({ dialect: dialectOf(vector) });
      const made = depositRequestOf(profile, bodyOf(vector), travellingWith(secretOf(vector)));
      if (!made.ok) throw new Error(`${vector.name}: ${made.error}`);
      const { url, headers, body } = made.value;
      const names = new Map(headers);
      const type =
        vector.body === 'json'
          ? 'application/json; charset=utf-8'
          : 'application/x-www-form-urlencoded';
      expect(`${url.pathname}${url.search}`, vector.name).toBe(vector.target);
      expect(body, vector.name).toBe(vector.sent);
      expect(names.get('Content-Type'), vector.name).toBe(type);
      expect(names.get('Content-Length')).toBe(String(Buffer.byteLength(vector.sent)));
      const placed = vector.header === null ? undefined : vector.header[1];
      expect(names.get('X-Signature'), vector.name).toBe(placed);
      expect(headers).toHaveLength(vector.header === null ? 7 : 8);
    }
  });

  it('signs the merchant for the limits by the same recipe', () => {
    for (const vector of ofAlgorithm(algorithm)) {
      const dialect = { ...dialectOf(vector), limitRequest: 'signed' };
      const profile = profileOf({ dialect });
      const made = limitRequestOf(profile, travellingWith(secretOf(vector)));
      if (!made.ok) throw new Error(`${vector.name}: ${made.error}`);
      const expected = sign(profile.merchant, secretOf(vector), vector.signature);
      const { name, prefix, in: place } = vector.signature.placement;
      const { url, headers } = made.value;
      const found =
        place === 'header' ? new Map(headers).get(name) : (url.searchParams.get(name) ?? undefined);
      expect(expected.ok && `${prefix}${expected.value}`, vector.name).toBe(found);
      expect(url.searchParams.get('merchant')).toBe(profile.merchant);
    }
  });
});

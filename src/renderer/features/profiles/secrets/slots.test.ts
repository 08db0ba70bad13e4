import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { dialectSchema } from '#shared/dialect/schema.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';
import { type SecretState, secretSlotsOf } from '#shared/domain/profile.ts';

import { isKeychainTrouble, isPem, secretFault, worstOf } from './slots.ts';

const SIGNING = { kind: 'signing' } as const;
const HEADER = { kind: 'header', name: 'X-Api-Key' } as const;

describe('the secrets of a format', () => {
  it('are the signing secret and each secret header, no fixed one', () => {
    const dialect = dialectSchema.parse({
      ...DEFAULT_DIALECT,
      companionHeaders: [
        { kind: 'fixed', name: 'X-Merchant', value: '{merchant}' },
        { kind: 'secret', name: 'X-Api-Key', prefix: '' },
      ],
    });
    expect(secretSlotsOf(dialect)).toEqual([SIGNING, HEADER]);
  });

  it('are a PEM only where RSA signs', () => {
    expect(isPem({ dialect: PRESETS['rsa-header'] }, SIGNING)).toBe(true);
    expect(isPem({ dialect: PRESETS['rsa-header'] }, HEADER)).toBe(false);
    expect(isPem({ dialect: DEFAULT_DIALECT }, SIGNING)).toBe(false);
  });
});

const FACTS = {
  merchant: merchantIdSchema.parse('11111111-2222-4333-8444-55555555abcd'),
  dialect: {
    ...DEFAULT_DIALECT,
    companionHeaders: [
      { kind: 'fixed', name: 'X-Shop', value: 'shop-1' },
      { kind: 'fixed', name: 'X-Merchant', value: 'm-{merchant}' },
    ],
  },
} as const;

describe('a secret as typed', () => {
  it.each([
    ['', false, 'empty'],
    ['s3cret', false, null],
    ['s3cret', true, 'not_pem'],
    ['-----BEGIN PUBLIC KEY-----\nMIIB', true, 'public_pem'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIB', true, null],
    ['-----BEGIN PRIVATE KEY-----\nMIIB', true, null],
  ] as const)('%j (PEM: %s) has the fault %s', (text, pem, fault) => {
    expect(secretFault(text, pem, SIGNING, FACTS)).toBe(fault);
  });

  it('is none where everybody knows it', () => {
    expect(secretFault(` ${FACTS.merchant.toUpperCase()} `, false, HEADER, FACTS)).toBe(
      'is_merchant',
    );
    expect(secretFault('shop-1', false, SIGNING, FACTS)).toBe('is_header');
    expect(secretFault(`m-${FACTS.merchant}`, false, SIGNING, FACTS)).toBe('is_header');
  });

  it('must fit into a header where it travels in one', () => {
    expect(secretFault('ключ', false, HEADER, FACTS)).toBe('not_header');
    expect(secretFault('ключ', false, SIGNING, FACTS)).toBeNull();
  });
});

describe('of several secrets', () => {
  const state = (name: SecretState['state']): SecretState => ({
    slot: SIGNING,
    state: name,
    store: 'keychain',
    replacedAt: null,
  });

  it('the one that needs somebody most speaks for all', () => {
    expect(worstOf([state('stored'), state('missing'), state('other_host')])?.state).toBe(
      'other_host',
    );
    expect(worstOf([])).toBeNull();
  });
});

describe('keeping a secret for this run', () => {
  it('is offered for trouble with the keychain, and for nothing else', () => {
    expect(isKeychainTrouble({ code: 'vault_locked', detail: null })).toBe(true);
    expect(isKeychainTrouble({ code: 'host_unreachable', detail: null })).toBe(false);
  });
});

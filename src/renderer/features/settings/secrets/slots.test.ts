import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { dialectSchema } from '#shared/dialect/schema.ts';
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

describe('a secret as typed', () => {
  it.each([
    ['', false, 'empty'],
    ['s3cret', false, null],
    ['s3cret', true, 'not_pem'],
    ['-----BEGIN PUBLIC KEY-----\nMIIB', true, 'public_pem'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIB', true, null],
    ['-----BEGIN PRIVATE KEY-----\nMIIB', true, null],
  ] as const)('%j (PEM: %s) has the fault %s', (text, pem, fault) => {
    expect(secretFault(text, pem, SIGNING)).toBe(fault);
  });

  it('must fit into a header where it travels in one', () => {
    expect(secretFault('ключ', false, HEADER)).toBe('not_header');
    expect(secretFault('ключ', false, SIGNING)).toBeNull();
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

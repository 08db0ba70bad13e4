import { describe, expect, it } from 'vitest';

import { safeLink } from './link.ts';
import { isAllowedBaseUrl } from './profile.ts';

const sandbox = 'http://127.0.0.1:4000';

describe('a link may be opened', () => {
  it.each([
    ['https://pay.example/x?y=1#z', 'https://pay.example/x?y=1#z'],
    ['http://127.0.0.1:4000/pay/1', 'http://127.0.0.1:4000/pay/1'],
    ['HTTPS://Pay.Example', 'https://pay.example/'],
  ])('%s', (address, expected) => {
    expect(safeLink(address, sandbox)).toBe(expected);
  });
});

describe('a link stays text', () => {
  it.each([
    'http://pay.example/x',
    'http://127.0.0.1:4001/pay/1',
    'http://127.0.0.1:4000@evil.example/',
    'https://user:pass@pay.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'not a url',
    '',
  ])('%s', (address) => {
    expect(safeLink(address, sandbox)).toBeNull();
  });

  it('and plain http is never opened for a live profile', () => {
    expect(safeLink('http://127.0.0.1:4000/pay/1', null)).toBeNull();
  });
});

describe('a provider’s address', () => {
  it.each([
    'https://api.example',
    'https://api.example/gate/',
    'http://127.0.0.1:8787',
    'http://localhost:1',
    'http://[::1]:9',
  ])('may be %s', (address) => {
    expect(isAllowedBaseUrl(address)).toBe(true);
  });

  it.each([
    'http://api.example',
    'http://127.0.0.1.evil.example',
    'https://u:p@api.example',
    'https://api.example?x=1',
    'ftp://x',
    'api.example',
    'https://api.example/ ',
    ' https://api.example',
    'https://api.exa\nmple',
    'https:\\\\api.example',
    'https://api.example\\x',
    'https:api.example',
    'https:///api.example',
    'https://api.example/\u202e',
  ])('may not be %j', (address) => {
    expect(isAllowedBaseUrl(address)).toBe(false);
  });
});

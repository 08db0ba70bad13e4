import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addressFault } from './webAddress.ts';

describe('an address that a provider calls or sends a customer to', () => {
  it.each([
    ['https://shop.example/back?order=1#done', null],
    ['http://127.0.0.1:8080/cb', null],
    ['https://магазин.рф/путь', null],
    ['https://shop.example/a@b', null],
    ['https://shop.example/?mail=a@b', null],
    ['https://shop.example/a b', 'url_space'],
    ['https://shop .example/', 'url_space'],
    ['https://me:pw@shop.example/', 'url_credentials'],
    ['https://me@shop.example/', 'url_credentials'],
    ['https://@shop.example/', 'url_credentials'],
    ['https:\\\\me@shop.example/', 'url_credentials'],
    ['https:me@shop.example', 'url_credentials'],
    ['https://shop.example\\@evil.example/', 'malformed_url'],
    ['https:/shop.example/', 'malformed_url'],
    ['javascript:alert(1)', 'malformed_url'],
    ['shop.example/cb', 'malformed_url'],
  ])('%s: %s', (address, fault) => {
    expect(addressFault(address)).toBe(fault);
  });

  it('is never taken with a name or a password in it, whatever they are', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.stringMatching(/^[^\s/\\?#]*$/u), (url, credentials) => {
        // By a function: `$&` among the credentials would mean something to `replace`.
        const address = url.replace('://', () => `://${credentials}@`);
        expect(addressFault(address)).toMatch(/^url_credentials$|^malformed_url$/u);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';

import { isThisMachine } from './thisMachine.ts';

/** As the URL parser writes it, which is what judgeLink and the connection pass on. */
const hostOf = (written: string): string => new URL(`https://${written}/`).hostname;

describe('isThisMachine', () => {
  it.each([
    ['compatible', '[::127.0.0.1]'],
    ['mapped', '[::ffff:127.0.0.1]'],
    ['mapped, in hexadecimal', '[::ffff:7f00:1]'],
    ['translated', '[::ffff:0:127.0.0.1]'],
    ['NAT64', '[64:ff9b::127.0.0.1]'],
    ['mapped, 0/8', '[::ffff:0.0.0.0]'],
    ['loopback of IPv6', '[::1]'],
    ['any address of IPv6', '[::]'],
    ['a name of every machine', 'anything.localhost'],
    ['a name with its dot', 'localhost.'],
  ])('knows 127/8 behind every way of writing it: %s', (_way, written) => {
    expect(isThisMachine(hostOf(written), [])).toBe(true);
  });

  it.each([
    '[::192.168.1.20]',
    '[::ffff:192.168.1.20]',
    '[::ffff:0:c0a8:114]',
    '[64:ff9b::c0a8:114]',
  ])('knows the machine’s own address inside %s', (written) => {
    expect(isThisMachine(hostOf(written), ['192.168.1.20'])).toBe(true);
    expect(isThisMachine(hostOf(written), ['192.168.1.21', ''])).toBe(false);
  });

  it.each([
    'pay.example',
    '128.0.0.1',
    '[::ffff:8.8.8.8]',
    '[2001:db8::7f00:1]',
    'localhost.example',
  ])('leaves %s to the world', (written) => {
    expect(isThisMachine(hostOf(written), ['192.168.1.20'])).toBe(false);
  });
});

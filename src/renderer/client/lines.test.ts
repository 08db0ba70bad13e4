import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createLineReader } from './lines.ts';

describe('the line reader', () => {
  it('gives the same lines however the text was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 7 }), (values, size) => {
        const sent = values.map((value) => JSON.stringify(value));
        const text = sent.map((line) => `${line}\n\n`).join('');
        const received: string[] = [];
        const read = createLineReader((line) => received.push(line));
        for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
        expect(received).toEqual(sent);
      }),
    );
  });

  it('holds an unfinished line back', () => {
    const received: string[] = [];
    createLineReader((line) => received.push(line))('{"name":');
    expect(received).toEqual([]);
  });
});

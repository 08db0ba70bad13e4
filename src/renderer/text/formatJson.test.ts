import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatJson } from './formatJson.ts';

describe('an answer as formatted JSON', () => {
  it('has one value per line', () => {
    expect(formatJson('{"id":"A:1,{","cents":150000.00,"data":{},"list":[1,[]]}')).toBe(
      [
        '{',
        '  "id": "A:1,{",',
        '  "cents": 150000.00,',
        '  "data": {},',
        '  "list": [',
        '    1,',
        '    []',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('stays as it is where it is not JSON', () => {
    for (const text of ['', '<html>no</html>', '{"a":1', 'a=1&b=2']) {
      expect(formatJson(text)).toBe(text);
    }
  });

  it('changes nothing but space between values', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const formatted = formatJson(text);
        expect(JSON.stringify(JSON.parse(formatted))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

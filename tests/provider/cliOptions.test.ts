import { describe, expect, it } from 'vitest';

import { readOptions } from './cliOptions.ts';

const UNKNOWN_SHAPE = '--limits-shape: there is no shape called toString\n\n';

describe('the flags of the sandbox', () => {
  it.each([
    [['--prot', '1'], ''],
    [['--port'], ''],
    [['--port', 'http'], ''],
    [['--port', '65536'], ''],
    [['--port=-1'], ''],
    [['--merchant', 'me'], ''],
    [['--ledger', ''], ''],
    [['--limits-shape', 'toString'], UNKNOWN_SHAPE],
    [['extra'], ''],
  ])('%j make no sense', (args, wrong) => {
    expect(readOptions(args)).toEqual({ wrong });
  });

  it('that are left out have their defaults', () => {
    expect(readOptions([])).toMatchObject({ port: 8787, limitsShape: null, faults: false });
  });
});

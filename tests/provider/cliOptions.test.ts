import { describe, expect, it } from 'vitest';

import { readOptions, readStatementOptions } from './cliOptions.ts';

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

describe('the flags of its statement', () => {
  it.each([[['--merchant', 'me']], [['--ledger', '']], [['--port', '1']]])(
    '%j make no sense',
    (args) => expect(readStatementOptions(args)).toEqual({ wrong: '' }),
  );

  it('name the ledger and the merchant', () => {
    const merchant = '99999999-2222-4333-8444-555555555555';
    const args = ['--ledger', 'file', '--merchant', merchant];
    expect(readStatementOptions(args)).toEqual({ ledgerFile: 'file', merchant });
  });
});

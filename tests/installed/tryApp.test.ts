import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Desktop } from './desktop.ts';
import { type Tried, tryApp } from './tryApp.ts';

/** Does to its files what a desk does; `keys` is what its window was told. */
const PROGRAM = `
const fs = require('node:fs'), path = require('node:path');
const [how, ...rest] = process.argv.slice(1);
const dir = rest.find((one) => one.startsWith('--data-dir=')).slice('--data-dir='.length);
const at = (name) => path.join(dir, name);
if (how !== 'talks' && rest.includes('--remote-debugging-port=0')) process.exit(2);
if (how === 'dies' || (how === 'stays dead' && fs.existsSync(at('holder.json')))) process.exit(1);
fs.writeFileSync(at('holder.json'), String(process.pid));
const end = (code) => { fs.rmSync(at('holder.json'), { force: true }); process.exit(code); };
process.on('SIGTERM', () => end(how === 'refuses' ? 4 : 0));
const deposit = { line: 'deposit', id: 'a', order_id: 'D-1', flow: 'create', cents: 150000, currency: 'RUB',
  payment_type: 'sbp', fields: { customer: 'installed-desk' }, payment_data: { number: '+70002008030' } };
setInterval(() => {
  const keys = fs.existsSync(at('keys')) ? fs.readFileSync(at('keys'), 'utf8') : '';
  const ledger = at('sandbox/ledger.jsonl');
  if (how !== 'is deaf' && keys.includes('[Enter]') && !fs.existsSync(ledger)) {
    fs.mkdirSync(at('sandbox'), { recursive: true });
    fs.writeFileSync(ledger, (JSON.stringify(deposit) + '\\n').repeat(how === 'sends twice' ? 2 : 1));
  }
  if (keys.includes('[close]')) { fs.rmSync(at('keys')); end(how === 'fails' ? 1 : 0); }
}, 5);
`;

describe('trying an installed desk', () => {
  let folder = '';
  let dataDir = '';

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'try-'));
    dataDir = mkdtempSync(path.join(folder, 'data-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function desktop(changes: Partial<Desktop> = {}): Desktop {
    const keys = path.join(dataDir, 'keys');
    const tell = async (text: string): Promise<void> => writeFileSync(keys, text, { flag: 'a' });
    return {
      noPhysicalKeys: null,
      findWindow: async () => 'window',
      focus: async () => undefined,
      type: tell,
      press: (key) => tell(`[${key}]`),
      clipboardText: async () =>
        readFileSync(keys, 'utf8').includes('[F9]') ? 'Number: +70002008030' : '',
      close: () => tell('[close]'),
      screenshot: async (file) => writeFileSync(file, ''),
      ...changes,
    };
  }

  async function run(how: string, changes: Partial<Desktop> = {}): Promise<readonly Tried[]> {
    return tryApp({
      command: [process.execPath, '-e', PROGRAM, how],
      dataDir,
      folder: path.join(folder, 'pictures'),
      desktop: desktop(changes),
      verifyLog: async () => null,
      sandboxProblem: () => (how === 'is open' ? 'a page runs without a sandbox' : null),
      patienceMs: ['is deaf', 'talks'].includes(how) ? 3_000 : 10_000,
      hasSignals: process.platform !== 'win32',
    });
  }

  it('goes from the first start to the second end, with a picture of each step', async () => {
    const tried = await run('works');
    expect(tried.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(tried).toHaveLength(13);
    expect(existsSync(path.join(folder, 'pictures/3-issues-a-request-in-the-sandbox.png'))).toBe(
      true,
    );
  });

  it.each([
    ['dies', 'starts and shows its window', 'ended with exit code 1'],
    ['is open', 'keeps its page in a sandbox', 'a page runs without a sandbox'],
    ['is deaf', 'issues a request in the sandbox', 'no request reached the sandbox'],
    ['sends twice', 'issues a request in the sandbox', 'the sandbox has'],
    ['stays dead', 'starts after it was killed', 'ended with exit code 1'],
    ['fails', 'closes', 'exit code 1'],
    ['refuses', 'ends when the system asks', 'exit code 4'],
    ['talks', 'refuses a debugger', 'it runs'],
  ])('one that %s is not one that %s', async (how, name, problem) => {
    const last = (await run(how)).at(-1);
    expect(last?.name).toBe(name);
    expect(last?.problem).toContain(problem);
  });

  it('says what cannot be driven, and goes on', async () => {
    const tried = await run('works', { noPhysicalKeys: 'no such key' });
    expect(tried[3]).toEqual({ name: 'copies the message', problem: null, left: 'no such key' });
    expect(tried.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(tried).toHaveLength(13);
  });

  it('a picture that cannot be taken is a failure, and stops nothing', async () => {
    const screenshot = async (): Promise<void> => {
      throw new Error('no screen');
    };
    const tried = await run('works', { screenshot });
    expect(tried.filter(({ problem }) => problem === 'no screen')).toHaveLength(13);
    expect(tried).toHaveLength(26);
  });
});

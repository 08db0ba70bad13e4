import { describe, expect, test } from 'vitest';

import type { Reply } from '#core/ports.ts';
import { type LinkQuestion, createOpenExternal } from './openExternal.ts';

const ASK = {
  verdict: 'ask',
  address: 'https://pay.example/a%20b',
  host: 'pay.example',
  profileId: '22222222-2222-4333-8444-555555555555',
  profileName: 'Shop',
} as const;

type Answers = { readonly replies: readonly Reply[]; readonly agrees?: boolean };

/** Core by its answers, in their order; what the operator presses; what the system was asked to open. */
function outside({ replies, agrees = true }: Answers) {
  const opened: string[] = [];
  const asked: LinkQuestion[] = [];
  const calls: string[] = [];
  const inputs: unknown[] = [];
  const left = [...replies];
  const open = createOpenExternal({
    shell: {
      openExternal: async (url) => {
        opened.push(url);
        if (url.includes('broken')) throw new Error('no browser');
      },
    },
    dispatch: async (_caller, name, input) => {
      calls.push(name);
      inputs.push(input);
      return left.shift() ?? { ok: false, error: { code: 'internal', detail: null } };
    },
    confirm: async (question) => {
      asked.push(question);
      return agrees;
    },
    onFailed: (why) => calls.push(why),
  });
  return { open, opened, asked, calls, inputs };
}

const judged = (value: object): Reply => ({ ok: true, value });
const NOTED = judged({});

describe('a link', () => {
  test('is asked about once, naming host and profile, then opened as core wrote it', async () => {
    const { open, opened, asked, calls, inputs } = outside({
      replies: [judged(ASK), NOTED, judged({ ...ASK, verdict: 'open' })],
    });
    await open('https://pay.example/a b');
    expect(asked).toMatchObject([{ host: 'pay.example', profileName: 'Shop' }]);
    expect(calls).toEqual(['link.check', 'link.confirm', 'link.check']);
    expect(inputs[1]).toEqual({ address: ASK.address, profileId: ASK.profileId });
    expect(opened).toEqual([ASK.address]);
  });

  test('that was agreed to before opens without a question', async () => {
    const { open, opened, asked } = outside({ replies: [judged({ ...ASK, verdict: 'open' })] });
    await open(ASK.address);
    expect([asked, opened]).toEqual([[], [ASK.address]]);
  });

  test('stays where it is when the operator says no, and nobody is remembered', async () => {
    const { open, opened, calls } = outside({ replies: [judged(ASK)], agrees: false });
    await open(ASK.address);
    expect([calls, opened]).toEqual([['link.check'], []]);
  });

  test('is not opened where it is judged for another profile meanwhile', async () => {
    for (const again of [ASK, { ...ASK, verdict: 'open', profileId: 'sandbox' }]) {
      const { open, opened } = outside({ replies: [judged(ASK), NOTED, judged(again)] });
      await open(ASK.address);
      expect(opened).toEqual([]);
    }
  });

  test('is not opened where what was agreed to cannot be kept, and that is said', async () => {
    const { open, opened, calls } = outside({ replies: [judged(ASK)] });
    await open(ASK.address);
    expect([calls, opened]).toEqual([['link.check', 'link.confirm', 'not_kept'], []]);
  });

  test('that core refuses, or cannot judge, goes nowhere', async () => {
    const refused = outside({ replies: [judged({ verdict: 'refused', reason: 'not_https' })] });
    await refused.open('http://provider.example/');
    const silent = outside({ replies: [] });
    await silent.open(ASK.address);
    expect([refused.opened, refused.asked, silent.opened, silent.asked]).toEqual([[], [], [], []]);
  });

  test.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'https:evil',
    'https://u@pay.example/',
    ' https://pay.example/',
  ])('%s is not opened even if core were wrong', async (address) => {
    const { open, opened } = outside({ replies: [judged({ ...ASK, verdict: 'open', address })] });
    await open(address);
    expect(opened).toEqual([]);
  });

  test('the system cannot open is told about', async () => {
    const address = 'https://broken.example/';
    const { open, calls } = outside({ replies: [judged({ ...ASK, verdict: 'open', address })] });
    await open(address);
    expect(calls).toEqual(['link.check', 'not_opened']);
  });

  test('cannot pile questions up: there is one at a time', async () => {
    const asked: string[] = [];
    let answer = (_agrees: boolean): void => {};
    const open = createOpenExternal({
      shell: { openExternal: async () => undefined },
      dispatch: async () => judged(ASK),
      confirm: ({ host }) => {
        asked.push(host);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      onFailed: () => undefined,
    });
    const first = open(ASK.address);
    await Promise.all([open(ASK.address), open(ASK.address)]);
    answer(false);
    await first;
    expect(asked).toEqual(['pay.example']);
  });
});

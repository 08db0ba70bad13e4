import { expect, test } from 'vitest';

import { createLastResort } from './lastResort.ts';

function lastResort(isQuitting = false) {
  const did: string[] = [];
  const made = createLastResort({
    say: () => undefined,
    cannotStart: (error) => void did.push(`cannot start: ${String(error)}`),
    exit: () => void did.push('exit'),
  });
  const run = (): void =>
    made.runs({
      note: (what, facts) => void did.push(`${what} ${JSON.stringify(facts)}`),
      async tell() {
        did.push('told');
      },
      isQuitting: () => isQuitting,
      quitFailed: (tell) => {
        did.push('quits');
        void tell();
      },
    });
  return { did, run, ...made };
}

test('what nobody caught is written without its words, told once, and the desk closes once', () => {
  const { did, run, onException, onRejection } = lastResort();
  run();
  onException(new TypeError('customer Anna'));
  onRejection(new RangeError('customer Anna'));
  onRejection('customer Anna');
  const [first, ...others] = did;
  expect(first).toMatch(/^host_failed .*"reason":"exception","error":"TypeError"/u);
  expect(others).toEqual([
    'quits',
    'told',
    expect.stringContaining('"reason":"rejection","error":"RangeError"'),
    expect.stringContaining('"error":"string"'),
  ]);
  expect(did.join('\n')).not.toContain('Anna');
});

test('an error that comes again and again fills no file', () => {
  const { did, run, onException } = lastResort();
  run();
  for (let at = 0; at < 1000; at += 1) onException(new Error('again'));
  expect(did.length).toBeLessThan(30);
});

test('while the desk closes anyway it is only written down', () => {
  const { did, run, onException } = lastResort(true);
  run();
  onException(new TypeError('Object has been destroyed'));
  expect(did).toEqual([expect.stringMatching(/^host_failed /u)]);
});

test('before the desk is open it is a failure to start, told once', () => {
  const { did, onException, onRejection } = lastResort();
  onRejection(new Error('no disk'));
  onException(new Error('nor that'));
  expect(did).toEqual(['cannot start: Error: no disk']);
});

test('an error of the handler itself ends the process instead of coming back', () => {
  const { did, runs, onException } = lastResort();
  const fail = (): never => {
    throw new Error('the journal');
  };
  const isQuitting = (): boolean => false;
  runs({ note: fail, tell: async () => undefined, isQuitting, quitFailed: () => undefined });
  onException(new Error('first'));
  expect(did).toEqual(['exit']);
});

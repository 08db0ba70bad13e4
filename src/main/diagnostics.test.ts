import { describe, expect, test } from 'vitest';

import { createAsk } from './questions.ts';
import { saveDiagnostics } from './diagnostics.ts';
import { FakeDesk } from './testing/fakeDesk.ts';
import { MAIN_WORDS } from './words.ts';

describe('diagnostics', () => {
  async function saved(answers: ReadonlyMap<string, unknown>, pressed: number) {
    const desk = new FakeDesk();
    for (const [name, value] of answers) desk.answers.set(name, value);
    const did: string[] = [];
    await saveDiagnostics({
      dispatch: desk.dispatch,
      words: () => MAIN_WORDS.en,
      shell: { showItemInFolder: (file) => void did.push(file) },
      ask: async ({ message, detail = '' }) => {
        did.push(message, detail);
        return pressed;
      },
    });
    return did;
  }
  const FILE = new Map([['diagnostics.save', { file: '/home/o/d.zip', bytes: 10 }]]);

  test('are saved from the menu, and shown in their folder', async () => {
    const did = await saved(FILE, 0);
    expect(did[1]).toContain('/home/o/d.zip');
    expect(did[2]).toBe('/home/o/d.zip');
    expect((await saved(FILE, 1)).length).toBe(2);
  });

  test('that could not be saved are said to be so', async () => {
    expect(await saved(new Map(), 0)).toEqual(['Diagnostics could not be saved', '']);
  });
});

test('a folder that the system shuts is said, and another one asked for until there is one', async () => {
  const inputs: unknown[] = [];
  const said: string[] = [];
  const pressed = [0, 0, 1];
  await saveDiagnostics({
    async dispatch(_caller, _name, input) {
      inputs.push(input);
      return inputs.length < 3
        ? { ok: false, error: { code: 'folder_denied', detail: null } }
        : { ok: true, value: { file: '/home/o/d.zip', bytes: 10 } };
    },
    words: () => MAIN_WORDS.en,
    shell: { showItemInFolder: () => undefined },
    ask: async ({ message, detail = '' }) => {
      said.push(message, detail);
      return pressed.shift() ?? 1;
    },
  });
  expect(inputs).toEqual([{ elsewhere: false }, { elsewhere: true }, { elsewhere: true }]);
  expect(said[1]).toContain('No file was written');
  expect(said.at(-1)).toContain('/home/o/d.zip');
});

test('a question is asked over a window that can be seen, else by itself', async () => {
  const asked: number[] = [];
  const showMessageBox = async (...given: readonly unknown[]) => {
    asked.push(given.length);
    return { response: 1, checkboxChecked: false };
  };
  expect(await createAsk({ showMessageBox }, () => null)({ message: 'Well?' })).toBe(1);
  expect(asked).toEqual([1]);
});

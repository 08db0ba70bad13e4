import { expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { type KeptDraft, NOTHING_KEPT, loadDraft, saveDraft } from './keptDraft.ts';

const profile = { id: profileIdSchema.parse('live-1'), dialect: DEFAULT_DIALECT };

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: () => null,
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const draft: KeptDraft = {
  changes: { signature: PRESETS['md5-form'].signature, body: 'form' },
  sample: { flow: 'create', fields: { cents: '1', customer: 'x' } },
  expected: 'abc',
};

it('is there after a reload, of each profile its own', () => {
  const session = storage();
  saveDraft(session, profile, draft);
  expect(loadDraft(session, profile)).toEqual(draft);
  expect(loadDraft(session, { ...profile, id: profileIdSchema.parse('live-2') })).toEqual(
    NOTHING_KEPT,
  );
});

it('leaves nothing behind once it was saved or discarded', () => {
  const session = storage();
  saveDraft(session, profile, draft);
  saveDraft(session, profile, NOTHING_KEPT);
  expect(session.length).toBe(0);
});

it('loses only the knob that was wrong, and is nothing where it cannot be read', () => {
  const session = storage();
  const envelope = { kind: 'path', path: '' } as const;
  saveDraft(session, profile, { ...draft, changes: { ...draft.changes, envelope } });
  expect(loadDraft(session, profile)).toEqual(draft);
  for (const text of ['', '{', '[]', '{"changes":{"news":1},"sample":null,"expected":""}']) {
    session.setItem('format:live-1', text);
    expect(loadDraft(session, profile)).toEqual(NOTHING_KEPT);
  }
});

import { expect, it } from 'vitest';

import {
  type Edits,
  editsAfter,
  isOvertaken,
  loadEdits,
  saveEdits,
  withEdit,
  withEdits,
} from './edits.ts';

const saved = { name: 'Shop', merchant: '1', privacy: false };

it('edits survive another tab’s saving, and take over what was not touched here', () => {
  const edits = withEdit({}, saved, 'name', 'Shop two');
  const theirs = { ...saved, merchant: '9' };
  expect(withEdits(theirs, edits)).toEqual({ ...theirs, name: 'Shop two' });
  expect(isOvertaken(edits, theirs, 'name')).toBe(false);
});

it('an edit knows that another tab saved another value meanwhile', () => {
  const edits = withEdit({}, saved, 'name', 'Shop two');
  expect(isOvertaken(edits, { ...saved, name: 'Shop three' }, 'name')).toBe(true);
  expect(isOvertaken(edits, { ...saved, name: 'Shop two' }, 'name')).toBe(false);
});

it('a value typed back or ticked back is no edit', () => {
  const edits = withEdit(withEdit({}, saved, 'name', 'Shop two'), saved, 'privacy', true);
  expect(withEdit(edits, saved, 'name', 'Shop')).toEqual({ privacy: { value: true, over: false } });
  expect(withEdit(withEdit(edits, saved, 'name', 'Shop'), saved, 'privacy', false)).toEqual({});
});

it('what was typed while the rest was being saved stays', () => {
  const handedOver = withEdit({}, saved, 'name', 'Shop two');
  const now = withEdit(withEdit(handedOver, saved, 'name', 'Shop three'), saved, 'merchant', '2');
  expect(Object.keys(editsAfter(now, handedOver))).toEqual(['name', 'merchant']);
  expect(editsAfter(handedOver, handedOver)).toEqual({});
});

it('edits that the form has no such value for are left out', () => {
  const edits: Edits = { gone: { value: 'x', over: '' }, privacy: { value: 'yes', over: '' } };
  expect(withEdits(saved, edits)).toEqual(saved);
});

it('edits are kept over a reload, each form’s own', () => {
  const held = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return held.size;
    },
    clear: () => held.clear(),
    key: (at) => [...held.keys()][at] ?? null,
    getItem: (key) => held.get(key) ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  };
  const edits: Edits = { name: { value: 'Shop two', over: 'Shop' } };
  saveEdits(storage, 'set-up:shop', edits);
  expect(loadEdits(storage, 'set-up:shop')).toEqual(edits);
  expect(loadEdits(storage, 'set-up:other')).toEqual({});
  storage.setItem('set-up:shop', '{"nonsense":');
  expect(loadEdits(storage, 'set-up:shop')).toEqual({});
  saveEdits(storage, 'set-up:shop', {});
  expect(held.size).toBe(0);
});

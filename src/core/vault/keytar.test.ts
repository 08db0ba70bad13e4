import { expect, it } from 'vitest';

import { createKeytar } from './keytar.ts';

it('an item that was unlocked between two questions is not absent', async () => {
  const deleted: string[] = [];
  let isLocked = true;
  const load = () => ({
    getPassword: async () => (isLocked ? null : 'kept'),
    setPassword: async () => undefined,
    async deletePassword(_service: string, account: string) {
      if (!isLocked) deleted.push(account);
      return !isLocked;
    },
  });
  const keytar = createKeytar(load, async () => {
    isLocked = false;
  });
  expect(await keytar.get('p1')).toBe('kept');
  isLocked = true;
  await keytar.delete('p1');
  expect(deleted).toEqual(['p1']);
});

import { expect } from '@playwright/test';

/** As a provider does it: from outside, knowing nothing but the address. */
export async function callBack(address: string, said: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(said),
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
}

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import { callFromPage } from '../steps.ts';
import { createInput } from '../../support/builders.ts';

const historySchema = z.object({
  ok: z.literal(true),
  value: z.looseObject({ request: z.looseObject({ outcome: z.string() }) }),
});
const SETTLED_MS = 30_000;
const AGAIN_MS = 50;

/** In the sandbox, over the bridge, as the form does; it is accepted. */
export async function issueOne(page: Page): Promise<void> {
  const input = createInput();
  const reply = await callFromPage(page, 'issue.create', input);
  assert.equal(Reflect.get(Object(reply), 'ok'), true, JSON.stringify(reply));
  const giveUpAt = Date.now() + SETTLED_MS;
  let outcome = '';
  while (outcome !== 'accepted') {
    assert.ok(Date.now() < giveUpAt, `the request is still ${outcome}`);
    await sleep(AGAIN_MS);
    const asked = { intentId: input.intentId };
    outcome = historySchema.parse(await callFromPage(page, 'log.history', asked)).value.request
      .outcome;
  }
}

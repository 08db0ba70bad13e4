import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { damage } from '../../support/damage.ts';
import { holdLog } from '../../faults/support/disk.ts';
import { type FaultyDesk, test as faultyTest } from '../faultyDesk.ts';
import { openDeskPage, test } from '../fixtures.ts';
import { callFromPage, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { main } from './shop.ts';

/** After a crash, with a damaged log, with profiles that cannot be read; and a live merchant's first request. */

const LIVE: readonly Screen[] = [
  {
    name: 'recovery-live',
    open: async (page) => {
      await goTo(page, '#/');
      await page.locator('[aria-labelledby="recovery-title"]').waitFor();
    },
  },
  {
    name: 'new-first-live',
    open: async (page) => {
      await page.locator('#quick-line').fill('1500 any_bank cust-live');
      await page.locator('#quick-line').press('Enter');
      const question = main(page).locator('form').getByRole('alertdialog');
      // The picture is of the question that can be answered.
      await expect(question.getByRole('button').first()).toBeEnabled();
    },
  },
];

const banner = (state: string): string => `[aria-labelledby="health-title"][data-state="${state}"]`;
const DAMAGED: readonly Screen[] = [
  { name: 'log-damaged', open: (page) => page.locator(banner('damaged')).waitFor() },
  {
    name: 'log-damaged-settings',
    open: (page) => goTo(page, '#/settings/log'),
  },
  {
    name: 'log-restored',
    open: async (page) => {
      await page.locator(banner('damaged')).getByRole('button').click();
      await page.locator(banner('restored')).waitFor();
    },
  },
];

/** The answer comes while another program keeps the log to itself. */
async function answerUnwritten({ page, provider, dataDir }: FaultyDesk): Promise<() => void> {
  await provider.setFault(null, 'slow', { ms: 4000 });
  const input = { ...createInput({ customer: 'cust-held' }), profileId: 'live-faulty' };
  await callFromPage(page, 'issue.create', input);
  await expect
    .poll(() => callFromPage(page, 'request.stages', {}))
    .toMatchObject({ value: [{ intentId: input.intentId, stage: 'waiting' }] });
  return holdLog(dataDir);
}

const NOT_WRITING: readonly Screen[] = [
  {
    name: 'log-not-writing',
    open: async (page) => {
      await goTo(page, '#/');
      await page.locator(banner('not_writing')).getByRole('button').waitFor();
    },
  },
];

for (const round of ROUNDS) {
  faultyTest(`a live merchant after a crash, ${round.name}`, async ({ faulty }) => {
    await faulty.provider.setFault(null, 'no-answer');
    const input = { ...createInput({ customer: 'cust-killed' }), profileId: 'live-faulty' };
    await callFromPage(faulty.page, 'issue.create', input);
    await faulty.crash();
    await lookAtAll(faulty.page, LIVE, round);
  });

  faultyTest(`a damaged log, ${round.name}`, async ({ faulty }) => {
    const { page } = faulty;
    const input = { ...createInput(), profileId: 'live-faulty' };
    await callFromPage(page, 'issue.create', input);
    await callFromPage(page, 'log.backUp', {});
    await faulty.restart(() => damage(path.join(faulty.dataDir, 'log.sqlite')));
    await lookAtAll(page, DAMAGED, round);
  });

  faultyTest(`a log that cannot be written, ${round.name}`, async ({ faulty }) => {
    const letGo = await answerUnwritten(faulty);
    await lookAtAll(faulty.page, NOT_WRITING, round).finally(letGo);
  });

  test(`profiles that could not be read, ${round.name}`, async ({ desk, deskPage: page }) => {
    writeFileSync(path.join(desk.dataDir, 'profiles.json'), '{"version":');
    await desk.restart();
    await openDeskPage(page, desk);
    const screens: readonly Screen[] = [
      {
        name: 'profiles-set-aside',
        open: (shown) => main(shown).getByRole('alert').first().waitFor(),
      },
    ];
    await lookAtAll(page, screens, round);
  });
}

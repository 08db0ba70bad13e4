import type { Page } from '@playwright/test';

import { type JoinedState, joinedState, teamAnswers } from '../../support/teamAnswers.ts';
import type { OperationName } from '../../../src/shared/contract/operations.ts';

/** A desk whose team is only said to its page. */

/** The page asks the desk, and hears this in its place. */
export async function answer(page: Page, name: OperationName, reply: (input: unknown) => unknown) {
  await page.unroute(`**/api/op/${name}`);
  await page.route(`**/api/op/${name}`, (route) =>
    route.fulfill({ json: reply(route.request().postDataJSON()) }),
  );
}

export const good = (value: unknown) => () => ({ ok: true, value });

export async function beIn(page: Page, changed: Partial<JoinedState>): Promise<void> {
  await answer(page, 'team.state', good(joinedState(changed)));
  await page.reload();
  await page.locator('[data-standing]').waitFor();
}

/** Desks, requests and conflicts. */
export async function sayAnswers(page: Page): Promise<void> {
  const answers = teamAnswers(130, Date.now());
  await answer(page, 'team.desks', good(answers['team.desks']));
  await answer(page, 'team.conflicts', good(answers['team.conflicts']));
  await answer(page, 'team.find', (input) => ({ ok: true, value: answers['team.find'](input) }));
}

import type { Page } from '@playwright/test';

import { type JoinedState, joinedState, teamCheck } from '../../support/teamAnswers.ts';
import { openDeskPage, test } from '../fixtures.ts';
import { goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { answer, beIn, good, sayAnswers } from './saidTeam.ts';
import { main } from './shop.ts';

/** Settings → Team, the mark in the top bar, the team's Log; a server is stood in for by answers of the contract. */

const PROFILES: JoinedState['profiles'] = joinedState().profiles;

const AT = '2026-11-18T09:02:00.000Z';
const fault = { code: 'unreachable', detail: 'connect ECONNREFUSED 10.0.0.7:5432' } as const;

async function check(page: Page, failed?: Parameters<typeof teamCheck>[0]): Promise<void> {
  await answer(page, 'team.check', good(teamCheck(failed)));
  await goTo(page, '#/settings/team');
  await main(page).locator('textarea').fill('deposit-desk-team:eyJkZXNrIjoiTm9ydGgiLCJjb2RlIjoi');
  await main(page).locator('form').getByRole('button').first().click();
  await main(page).locator('ol > li').first().waitFor();
}

const NONE: readonly Screen[] = [
  {
    name: 'team-none',
    open: async (page) => {
      await goTo(page, '#/settings/team');
      await main(page).locator('textarea').waitFor();
    },
  },
  { name: 'team-check-good', open: (page) => check(page) },
  {
    name: 'team-check-failed',
    open: (page) =>
      check(page, {
        at: 2,
        code: 'certificate_not_trusted',
        detail: 'unable to verify the first certificate (team.office.example)',
      }),
  },
];

const settings = (name: string, changed: Partial<JoinedState>): Screen => ({
  name,
  open: async (page) => {
    await beIn(page, changed);
    await goTo(page, '#/settings/team');
    await main(page).getByRole('region').nth(1).waitFor();
  },
});

const JOINED: readonly Screen[] = [
  settings('team-joined', { standing: { kind: 'in_step' } }),
  settings('team-conflicts', {
    standing: { kind: 'behind', events: 1240 },
    conflicts: 1,
    clockOffsetMs: -61_000,
  }),
  settings('team-offline', { standing: { kind: 'offline', since: AT, fault } }),
  settings('team-frozen', { standing: { kind: 'stopped', why: 'forked', detail: 'at 4711' } }),
  settings('team-ahead', {
    standing: { kind: 'server_ahead', serverSeq: 48_112, logSeq: 47_900 },
  }),
  {
    name: 'team-leave',
    open: async (page) => {
      await settings('', {}).open(page);
      await main(page).getByRole('region').last().getByRole('button').click();
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'team-log',
    open: async (page) => {
      await beIn(page, { profiles: PROFILES });
      await goTo(page, '#/log/team');
      await main(page).locator('tbody tr').nth(20).waitFor();
    },
  },
  {
    name: 'team-log-away',
    open: async (page) => {
      await beIn(page, { standing: { kind: 'offline', since: AT, fault } });
      await answer(page, 'team.find', () => ({
        ok: false,
        error: { code: 'team_unreachable', detail: 'timed_out: no answer within 5000 ms' },
      }));
      await goTo(page, '#/log/team');
      await main(page).getByRole('alert').waitFor();
    },
  },
];

for (const round of ROUNDS) {
  test(`team, ${round.name}`, async ({ desk, page: given }) => {
    const page = await openDeskPage(given, desk);
    await sayAnswers(page);
    await lookAtAll(page, NONE, round);
    await lookAtAll(page, JOINED, round);
  });
}

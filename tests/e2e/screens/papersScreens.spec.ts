import type { Page } from '@playwright/test';
import { z } from 'zod';

import type { Paper } from '../../../src/shared/domain/papers.ts';
import { answerOf } from '../../support/teamAnswers.ts';
import { test } from '../merchantDesk.ts';
import { callFromPage, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { answer, beIn, good, sayAnswers } from './saidTeam.ts';
import { main } from './shop.ts';

/** What people sign for other desks: cards above Now, Signatures in Settings → Team, a word about an unknown. */

const BOSS = { name: 'Anna Karimova', pin: '240611' } as const;
const KEY = 'MCowBQYDK2VwAyEAofAnna0000000000000000000000000000000000000=';
const LONG = 'Konstantin Konstantinopolsky-Zaslavsky of the evening shift';
const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });

const NOW = Date.now();
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

const CARD = {
  purpose: 'approve',
  subject: '00000000-0000-4000-8000-00000000feed',
  orderId: 'D-S4M-1118-0007',
  finding: null,
  recordedAt: at(-3),
  content: {
    kind: 'issue',
    profile: 'Live shop',
    mode: 'live',
    author: LONG,
    reasons: ['amount', 'first_live'],
    lines: [
      { what: 'flow', text: 'create' },
      { what: 'order_id', text: 'D-S4M-1118-0007' },
      { what: 'cents', text: '15000000' },
      { what: 'currency', text: 'RUB' },
      { what: 'customer', text: '+7 900 ••• 11 22' },
    ],
  },
  contentHash: 'a'.repeat(64),
  expiresAt: at(7),
  isSigned: false,
  isSignedHere: false,
  isOpen: true,
  result: null,
} as const;
const OVER = { ...CARD, isSigned: true, isSignedHere: true, isOpen: false } as const;
const WORD = { ...OVER, purpose: 'resolve', finding: 'absent', content: null } as const;

const PAPERS: readonly Paper[] = answerOf(
  'team.papers',
  [
    { ...CARD, desk: 'South' },
    { ...CARD, desk: 'South', isSigned: true, isSignedHere: true },
    { ...CARD, desk: 'Night shift', content: null },
    { ...OVER, desk: 'South', result: 'used' },
    { ...OVER, desk: 'Night shift', result: 'changed' },
    { ...WORD, desk: 'South', result: 'conflict' },
    { ...WORD, desk: 'Night shift', result: null, isOpen: true, finding: 'found' },
    { ...OVER, desk: LONG, result: null, recordedAt: at(-3000) },
    { ...OVER, desk: 'South', result: 'withdrawn', recordedAt: at(-4000) },
  ].map((paper, place) => ({
    ...paper,
    paperId: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  })),
);

/** Anna, a supervisor, is at the page of a desk of the team. */
async function fill(page: Page): Promise<void> {
  const shown = shownSchema.parse(await callFromPage(page, 'people.begin', BOSS)).value;
  await callFromPage(page, 'people.confirmCode', shown);
  await callFromPage(page, 'settings.update', { notifications: 'off' });
  await sayAnswers(page);
  await answer(page, 'team.papers', good(PAPERS));
}

async function openSignatures(page: Page, signers: unknown): Promise<void> {
  await answer(page, 'team.signers', good(answerOf('team.signers', signers)));
  await goTo(page, '#/log/team');
  await main(page).locator('tbody tr').first().waitFor();
  await goTo(page, '#/settings/team');
  await main(page).getByRole('region').nth(2).waitFor();
}

const anna = { publicKey: KEY, name: BOSS.name, role: 'supervisor' };
const own = { publicKey: KEY, role: 'supervisor' };
const trusted = {
  own,
  people: [anna, { ...anna, publicKey: `${KEY}2`, name: LONG, role: 'senior' }],
};

const SCREENS: readonly Screen[] = [
  {
    name: 'papers-cards',
    open: async (page) => {
      await beIn(page, {});
      await goTo(page, '#/');
      await main(page).getByRole('article').nth(2).waitFor();
    },
  },
  {
    name: 'papers-approve',
    open: async (page) => {
      await main(page).getByRole('article').first().getByRole('button').click();
      await page.locator('input[type="password"]').waitFor();
    },
  },
  {
    name: 'papers-key-none',
    open: (page) => openSignatures(page, { own: null, people: [] }),
  },
  {
    name: 'papers-key-unsigned',
    open: (page) => openSignatures(page, { own: { ...own, role: null }, people: [anna] }),
  },
  { name: 'papers-signatures', open: (page) => openSignatures(page, trusted) },
  {
    name: 'papers-resolve',
    open: async (page) => {
      await goTo(page, '#/log/team');
      await main(page).locator('tbody tr').nth(20).waitFor();
      await main(page).locator('tbody tr button').first().click();
      await page.locator('input[type="password"]').waitFor();
    },
  },
];

for (const round of ROUNDS) {
  test(`what is signed for other desks, ${round.name}`, async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    await fill(page);
    await lookAtAll(page, SCREENS, round);
  });
}

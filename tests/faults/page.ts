import type { Locator } from '@playwright/test';

import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { ProfileId } from '../../src/shared/domain/ids.ts';
import type { DepositRequest } from '../../src/shared/domain/request.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Bench, issue, judged } from './bench.ts';
import { type Cell, type Outcome, withProblems } from './cell.ts';
import { callBackAfter, listeningProfile } from './callbacks.ts';
import { type Profiles, connectionProfile } from './network.ts';
import { chooseProfile } from '../e2e/steps.ts';
import type { OpenPage } from './support/desks.ts';
import { wordsOf } from './told.ts';

/** For each row that ends in a card, one cell is also read off the page, as the operator reads it. */
type PageCell = {
  readonly item: string;
  readonly fault: string;
  readonly flow: Flow;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly created: 0 | 1;
  readonly profile?: keyof Profiles;
};

const PAGE_CELLS: readonly PageCell[] = [
  cell('any 5xx', 'status-503', 'create', 'unknown', 'unexpected_status'),
  cell('HTML', 'html-body', 'build', 'unknown', 'unreadable_answer'),
  cell('external_id', 'echo-order', 'create', 'unknown', 'mismatched_answer'),
  cell(
    'returned amount_cents differs from the sent cents',
    'amount-changed',
    'create',
    'accepted',
    null,
  ),
  { ...cell('422', 'status-422', 'build', 'rejected', 'refused_by_provider'), created: 0 },
  {
    ...cell(
      'a definite refusal taught to the provider format',
      'taught-refusal',
      'create',
      'rejected',
      'no_requisites',
    ),
    created: 0,
    profile: 'taught',
  },
  { ...cell('429', 'status-429', 'create', 'rejected', 'rate_limited'), created: 0 },
  cell('extra', 'extra-fields', 'create', 'accepted', null),
  cell('not https', 'unsafe-url-http', 'build', 'accepted', null),
];

function cell(
  item: string,
  fault: string,
  flow: Flow,
  outcome: Outcome,
  reason: string | null,
): PageCell {
  return { item, fault, flow, outcome, reason, created: 1 };
}

const SHOWN_MS = 10_000;

/** One after the other: the page shows the profile that is chosen. */
export async function runOnPage(bench: Bench, profiles: Profiles): Promise<readonly Cell[]> {
  valueOf(await bench.desk.client.call('settings.update', { language: 'en' }));
  const open = await bench.desk.openPage();
  try {
    const cells: Cell[] = [];
    for (const asked of PAGE_CELLS) {
      if (!bench.flowsOf(asked.item).includes(asked.flow)) continue;
      const profileId = profiles[asked.profile ?? 'shown'];
      cells.push(await runAnswerOnPage(bench, open, profileId, asked));
    }
    cells.push(...(await runRefusedOnPage(bench, open)));
    cells.push(...(await runKnownOnPage(bench, open)));
    return cells;
  } finally {
    await open.close();
  }
}

async function runAnswerOnPage(
  bench: Bench,
  open: OpenPage,
  profileId: ProfileId,
  { item, fault, flow, outcome, reason, created }: PageCell,
): Promise<Cell> {
  const orderId = bench.nextOrder();
  await bench.provider.setFault(orderId, fault);
  await chooseProfile(open.page, profileId);
  const attempt = await issue(bench, flow, profileId, orderId);
  const request = await bench.desk.settled(attempt.intentId);
  const shown = await missingOnCard(open, request);
  const expected = { outcome, reason, posts: 1, entries: created } as const;
  const name = { item, by: `${fault}, read off the page`, flow };
  return withProblems(await judged(bench, name, expected, attempt), shown);
}

async function runRefusedOnPage(bench: Bench, open: OpenPage): Promise<readonly Cell[]> {
  if (!bench.flowsOf('refused').includes('build')) return [];
  const profileId = await connectionProfile(bench, { fault: 'refused' });
  await chooseProfile(open.page, profileId);
  const attempt = await issue(bench, 'build', profileId, bench.nextOrder());
  const request = await bench.desk.settled(attempt.intentId);
  const shown = await missingOnCard(open, request);
  const reason = 'connection_failed';
  const expected = { outcome: 'not_sent', reason, posts: 0, entries: 0 } as const;
  const name = { item: 'refused', by: 'refused, read off the page', flow: 'build' } as const;
  return [withProblems(await judged(bench, name, expected, attempt), shown)];
}

/** The suggestion as the operator reads it, and the one click. */
async function runKnownOnPage(bench: Bench, open: OpenPage): Promise<readonly Cell[]> {
  const item = 'callback that matches an `unknown`';
  if (!bench.flowsOf(item).includes('create')) return [];
  const { profileId, address } = await listeningProfile(bench, 'Known, read off the page');
  await chooseProfile(open.page, profileId);
  const { attempt } = await callBackAfter(bench, 'create', profileId, { url: address });
  const { intentId, orderId } = attempt;
  const request = await bench.desk.when(intentId, ({ heard }) => heard !== undefined);
  const shown = await missingOnCard(open, request);
  const reason = 'unexpected_status';
  const expected = { outcome: 'unknown', reason, posts: 1, entries: 1 } as const;
  const by = 'a callback, read off the page';
  const name = { item, by, flow: 'create' } as const;
  const judgedCell = await judged(bench, name, expected, attempt);
  await cardOf(open, orderId).getByRole('button', { name: 'Confirm: it exists' }).click();
  const confirmed = await bench.desk.when(
    intentId,
    (one) => one.outcome === 'unknown' && one.resolution !== null,
  );
  const isFound = confirmed.outcome === 'unknown' && confirmed.resolution?.kind === 'found';
  const unconfirmed = isFound ? [] : ['one click does not confirm it'];
  return [withProblems(judgedCell, [...shown, ...unconfirmed])];
}

/** Which of the card's sentences the operator cannot read. */
async function missingOnCard(open: OpenPage, request: DepositRequest): Promise<readonly string[]> {
  const card = cardOf(open, request.body.fields.order_id);
  try {
    await card.waitFor({ timeout: SHOWN_MS });
  } catch {
    return ['the page does not show it'];
  }
  const endMs = performance.now() + SHOWN_MS;
  for (;;) {
    const text = plain(await card.innerText());
    const missing = wordsOf(request).filter((sentence) => !text.includes(plain(sentence)));
    if (missing.length === 0) return [];
    if (performance.now() > endMs) return missing.map((words) => `the page does not say: ${words}`);
    await open.page.waitForTimeout(50);
  }
}

function cardOf({ page }: OpenPage, orderId: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByText(orderId, { exact: true }) })
    .first();
}

function plain(text: string): string {
  return text
    .replaceAll(/[\s\u00a0]+/gu, ' ')
    .trim()
    .toLowerCase();
}

import { type Locator, type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { test } from '../fixtures.ts';
import { callFromPage, goTo, openSection } from '../steps.ts';

/** Every number of the Overview opens what it counts, and a chart and the table behind it say the same. */

const CHARTS = [
  'Requests over time',
  'Outcomes',
  'Time to answer',
  'Time to callback',
  'States',
  'Callbacks',
] as const;

/** A number and the address it opens. */
type Numbers = ReadonlyMap<string, number>;

const digits = (text: string): number => Number(text.replaceAll(/\D/gu, ''));

/** Some 300 requests with every outcome, of yesterday and today. */
async function openWithSample(page: Page): Promise<void> {
  await callFromPage(page, 'log.loadSample', {});
  await openSection(page, 'Overview');
  await expect(page.getByRole('group', { name: 'Requests', exact: true })).toContainText('direct');
  await expect(page.getByText('Still counting')).toBeHidden();
}

async function hrefOf(link: Locator): Promise<string> {
  return (await link.getAttribute('href')) ?? '';
}

/** By the text of a link, whatever stands beside its number. */
async function numbersIn(links: Locator, read: (text: string) => number): Promise<Numbers> {
  const all = await links.evaluateAll((found) =>
    found.map((link) => [
      link.getAttribute('href') ?? '',
      link.getAttribute('aria-label') ?? (link instanceof HTMLElement ? link.innerText : ''),
    ]),
  );
  return new Map(all.map(([href = '', text = '']) => [href, read(text)]));
}

/** A bar says its name, its number and its share, each on a line; a column says "09:00: 12 requests. Accepted 9, …". */
function chartNumber(text: string): number {
  const ofColumn = /: (?<count>[\d\s]+) requests?\./u.exec(text)?.groups?.['count'];
  return digits(ofColumn ?? text.split('\n').at(-2) ?? '');
}

/** What the chart shows, checked against the table behind it. */
async function numbersOf(page: Page, chart: (typeof CHARTS)[number]): Promise<Numbers> {
  const panel = page.getByRole('region', { name: chart, exact: true });
  const shown = await numbersIn(panel.getByRole('list').getByRole('link'), chartNumber);
  const toggle = panel.getByRole('button', { name: `Table: ${chart}` });
  await toggle.click();
  const table = panel.getByRole('table');
  const listed = await numbersIn(table.getByRole('link'), digits);
  expect(shown.size).toBeGreaterThan(0);
  for (const [href, count] of shown) expect([chart, listed.get(href)]).toEqual([chart, count]);
  const rows = table.locator('tbody tr');
  const totals = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('td:last-child')?.textContent ?? ''),
  );
  const parts = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('td')?.textContent ?? ''),
  );
  const foot = table.locator('tfoot td');
  const [summed, written] =
    chart === 'Requests over time' ? [totals, foot.last()] : [parts, foot.first()];
  const sum = summed.reduce((total, text) => total + digits(text), 0);
  expect([chart, digits((await written.textContent()) ?? '')]).toEqual([chart, sum]);
  await toggle.click();
  return listed;
}

/** Opens it, and counts. */
async function expectOpens(page: Page, href: string, count: number): Promise<void> {
  await test.step(`${count} behind ${href.slice(0, 60)}`, async () => {
    await goTo(page, href);
    if (href.startsWith('#/inbox')) {
      const chosen = page.locator('[aria-current="true"]').filter({ hasText: /\d/u }).first();
      await expect(chosen).toHaveText(new RegExp(String.raw`\D${count}$`, 'u'));
    } else {
      const shown = page.getByText(/^[\d\s]+ of [\d\s]+$/u).first();
      await expect.poll(async () => firstNumber(await shown.textContent())).toBe(count);
    }
    const rows = page.getByRole('main').getByRole('table').getByRole('row');
    if (count <= FEW) await expect(rows).toHaveCount(count + 1);
  });
}

const FEW = 5;
const firstNumber = (text: string | null): number => digits(text?.split(' of ')[0] ?? '');

/** One after the other; where the next has the same number, another screen first, so that it is not the last one's. */
async function expectAllOpen(page: Page, numbers: Numbers): Promise<void> {
  let last: number | null = null;
  for (const [href, count] of numbers) {
    if (count === last) await goTo(page, '#/settings');
    await expectOpens(page, href, count);
    last = count;
  }
}

/** All of the small ones, and of the many columns over time the first and the last few. */
function some(numbers: Numbers, most: number): Numbers {
  const all = [...numbers].filter(([, count]) => count > 0);
  return new Map(all.length <= most ? all : [...all.slice(0, most / 2), ...all.slice(-most / 2)]);
}

for (const charts of [CHARTS.slice(0, 3), CHARTS.slice(3)]) {
  test(`numbers open exactly what they count: ${charts.join(', ')}`, async ({ deskPage: page }) => {
    await openWithSample(page);
    const numbers = new Map<string, number>();
    for (const chart of charts) {
      for (const [href, count] of some(await numbersOf(page, chart), 8)) numbers.set(href, count);
    }
    await expectAllOpen(page, numbers);
  });
}

test('key figures open what they count, by range and by currency', async ({ deskPage: page }) => {
  await openWithSample(page);
  const figure = (name: string): Locator => page.getByRole('group', { name, exact: true });
  const countOf = async (link: Locator): Promise<readonly [string, number]> => [
    await hrefOf(link),
    digits((await link.textContent()) ?? ''),
  ];
  const requests = figure('Requests').getByRole('link');
  const today = await countOf(requests.first());
  const accepted = figure('Accepted');
  const [ofAccepted = 0] = ((await accepted.textContent()) ?? '')
    .split(/%| of /u)
    .slice(1)
    .map(digits);
  await expectAllOpen(
    page,
    new Map([
      today,
      await countOf(requests.nth(1)),
      await countOf(requests.nth(2)),
      [await hrefOf(accepted.getByRole('link')), ofAccepted],
      await countOf(figure('Without an answer').getByRole('link')),
      await countOf(figure('Callbacks unmatched').getByRole('link').first()),
      await countOf(figure('Callbacks unmatched').getByRole('link').nth(1)),
    ]),
  );

  await openSection(page, 'Overview');
  await page.getByRole('button', { name: /^Days/u }).click();
  await page.getByRole('button', { name: 'All days' }).click();
  // Late in the day the whole sample is of today: its link tells the ranges apart.
  await expect.poll(() => hrefOf(requests.first())).not.toBe(today[0]);
  const always = await countOf(requests.first());
  expect(always[1]).toBeGreaterThanOrEqual(today[1]);
  const currencies = page.getByRole('radiogroup', { name: 'Currency' }).getByRole('radio');
  const last = currencies.last();
  await last.check({ force: true });
  await expect.poll(async () => (await countOf(requests.first()))[1]).toBeLessThan(always[1]);
  const ofCurrency = await countOf(requests.first());
  const requested = figure('Requested').getByRole('link').first();
  const sum = [await hrefOf(requested), digits((await requested.textContent()) ?? '')] as const;
  await expectAllOpen(page, new Map([always, ofCurrency]));
  await expectSumOf(page, sum, ofCurrency[1]);
});

/** Few enough to stand on one screen: added up as they stand there. */
async function expectSumOf(
  page: Page,
  [href, cents]: readonly [string, number],
  count: number,
): Promise<void> {
  await goTo(page, href);
  const rows = page.getByRole('main').getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(count);
  const amounts = await rows.evaluateAll((all) =>
    all.map((row) => /[\d\s]+\.\d\d(?= [A-Z]{3})/u.exec(row.textContent)?.[0] ?? ''),
  );
  expect(amounts.reduce((total, amount) => total + digits(amount), 0)).toBe(cents);
}

test('an open Overview counts what is issued meanwhile, without a reload', async ({
  deskPage: page,
}) => {
  await openSection(page, 'Overview');
  await expect(page.getByText('Nothing to count yet')).toBeVisible();
  await callFromPage(page, 'issue.create', createInput({ customer: 'cust-first' }));
  const requests = page.getByRole('group', { name: 'Requests', exact: true });
  await expect(requests.getByRole('link').first()).toHaveText('1');
  await callFromPage(page, 'issue.create', createInput({ customer: 'cust-second' }));
  await expect(requests.getByRole('link').first()).toHaveText('2');
});

import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';

import { createInput } from '../support/builders.ts';
import { digitsOf, hrefOf, linkIn, mainPart, tableRows } from './support/elements.ts';
import { type DeskPage, button, goTo, openDeskPage, openSection } from './support/page.ts';

/** Every number of the Overview opens what it counts: the charts are links and keys. */

const CHARTS = ['Requests over time', 'Outcomes', 'Callbacks'] as const;

/** Numbers by the address that each of them opens. */
type Numbers = ReadonlyMap<string, number>;

/** Of lists up to this length every row is counted; longer ones draw only the rows in view. */
const MAX_ROWS_COUNTED = 5;

const numberIn = (text: string): number => Number(digitsOf(text));
const figure = (name: string): HTMLElement => screen.getByRole('group', { name });
const linksIn = (element: HTMLElement): readonly HTMLElement[] =>
  within(element).getAllByRole('link');

/** Some 300 requests with every outcome, of yesterday and today. */
async function openWithSample(): Promise<DeskPage> {
  const page = await openDeskPage();
  await page.desk.call('log.loadSample', {});
  await openSection(page.user, 'Overview');
  await waitFor(() => {
    expect(figure('Requests')).toHaveTextContent('requisites');
    expect(screen.queryByText(/Still counting/u)).not.toBeInTheDocument();
  });
  return page;
}

/** A column says "09:00: 12 requests. Accepted 9, …"; a bar has its name, its length, its number and its share. */
function chartNumber(link: HTMLElement): number {
  const label = link.getAttribute('aria-label') ?? '';
  const ofColumn = /: (?<count>[\d\s]+) requests?\./u.exec(label)?.groups?.['count'];
  return numberIn(ofColumn ?? [...link.children].at(-2)?.textContent ?? '');
}

/** What the chart shows, by the links of its columns or bars; together they are what the figure counts. */
function numbersOf(chart: (typeof CHARTS)[number]): Numbers {
  const panel = screen.getByRole('region', { name: chart });
  const list = within(panel).getByRole('list', { name: chart });
  const counts = linksIn(list).map((link) => [hrefOf(link), chartNumber(link)] as const);
  const [whole] = linksIn(figure(chart === 'Callbacks' ? 'Callbacks unmatched' : 'Requests'))
    .slice(chart === 'Callbacks' ? 1 : 0)
    .map((link) => numberIn(link.textContent));
  expect([chart, counts.reduce((sum, [, count]) => sum + count, 0)]).toEqual([chart, whole]);
  return new Map(counts);
}

/** Opens the address and counts what stands there. */
async function expectOpens(href: string, count: number): Promise<void> {
  await goTo(href);
  await waitFor(() => {
    expect([href, shownCount(href)]).toEqual([href, count]);
    if (count <= MAX_ROWS_COUNTED) expect(tableRows()).toHaveLength(count);
  });
}

/** The Inbox says it in the link that is chosen, the Log as "12 of 300". */
function shownCount(href: string): number {
  if (href.startsWith('#/inbox')) {
    const chosen = [...mainPart().querySelectorAll('[aria-current="true"]')];
    return numberIn(chosen.find(({ textContent }) => /\d/u.test(textContent))?.textContent ?? '');
  }
  const [shown] = within(mainPart()).getAllByText(/^[\d\s]+ of [\d\s]+$/u);
  return numberIn(shown?.textContent.split(' of ')[0] ?? '');
}

/** One after the other, each from another screen, so that the count is not the last list's. */
async function expectAllOpen(numbers: Numbers): Promise<void> {
  let last: number | null = null;
  for (const [href, count] of numbers) {
    if (count === last) await goTo('#/settings');
    await expectOpens(href, count);
    last = count;
  }
}

/** All where there are few; of the many columns over time the first and the last. */
function some(numbers: Numbers, most: number): Numbers {
  const all = [...numbers].filter(([, count]) => count > 0);
  return new Map(all.length <= most ? all : [...all.slice(0, most / 2), ...all.slice(-most / 2)]);
}

function countOf(link: HTMLElement | undefined): readonly [string, number] {
  if (link === undefined) throw new Error('There is no such number');
  return [hrefOf(link), numberIn(link.textContent)];
}

describe('numbers of the Overview', () => {
  it('open exactly what they count', async () => {
    await openWithSample();
    await expectAllOpen(new Map(CHARTS.flatMap((chart) => [...some(numbersOf(chart), 8)])));
  });

  it('over time are gone through by the arrow keys, and opened by Enter', async () => {
    const { user } = await openWithSample();
    const columns = linksIn(screen.getByRole('list', { name: 'Requests over time' }));
    const [first, last] = [columns[0], columns.at(-1)];
    // Soon after midnight there is one alone.
    const second = columns[1] ?? first;
    if (first === undefined || second === undefined) throw new Error('There are no columns');
    expect(columns.filter(({ tabIndex }) => tabIndex === 0)).toEqual([last]);
    last?.focus();
    await user.keyboard('{Home}');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(second).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(first).toHaveFocus();
    await user.keyboard('{End}');
    expect(last).toHaveFocus();
    await user.keyboard('{ArrowRight}{Home}');
    const [href, count] = [hrefOf(first), chartNumber(first)];
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shownCount(href)).toBe(count));
  });

  it('are opened by the key figures, by range and by currency', async () => {
    const { user } = await openWithSample();
    const requests = (): readonly HTMLElement[] => linksIn(figure('Requests'));
    const today = countOf(requests()[0]);
    const accepted = figure('Accepted');
    const [ofAccepted = 0] = accepted.textContent
      .split(/%| of /u)
      .slice(1)
      .map(numberIn);
    const unmatched = linksIn(figure('Callbacks unmatched'));
    await expectAllOpen(
      new Map([
        today,
        countOf(requests()[1]),
        countOf(requests()[2]),
        [hrefOf(linkIn(accepted)), ofAccepted],
        countOf(linkIn(figure('Outcome unknown'))),
        countOf(unmatched[0]),
        countOf(unmatched[1]),
      ]),
    );

    await openSection(user, 'Overview');
    await waitFor(() => expect(figure('Requests')).toHaveTextContent('requisites'));
    await user.click(button(/^Days/u, mainPart()));
    await user.click(await screen.findByRole('button', { name: 'All days' }));
    // Late in the day the whole sample is of today: its link tells the ranges apart.
    await waitFor(() => expect(countOf(requests()[0])[0]).not.toBe(today[0]));
    const always = countOf(requests()[0]);
    expect(always[1]).toBeGreaterThanOrEqual(today[1]);
    const currencies = screen.getByRole('radiogroup', { name: 'Currency' });
    const last = within(currencies).getAllByRole('radio').at(-1);
    if (last === undefined) throw new Error('There is no currency');
    await user.click(last);
    await waitFor(() => expect(countOf(requests()[0])[1]).toBeLessThan(always[1]));
    const ofCurrency = countOf(requests()[0]);
    const sum = countOf(linkIn(figure('Requested')));
    await expectAllOpen(new Map([always, ofCurrency]));
    await expectSumOf(sum, ofCurrency[1]);
  });

  it('count what is issued meanwhile, without a reload', async () => {
    const { desk, user } = await openDeskPage();
    await openSection(user, 'Overview');
    await screen.findByText(/Nothing to count yet/u);
    const requests = (): HTMLElement => linkIn(figure('Requests'));
    await desk.call('issue.create', createInput({ customer: 'cust-first' }));
    await waitFor(() => expect(requests()).toHaveTextContent(/^1$/u));
    await desk.call('issue.create', createInput({ customer: 'cust-second' }));
    await waitFor(() => expect(requests()).toHaveTextContent(/^2$/u));
  });
});

/** Few enough to stand on one screen: added up as they stand there. */
async function expectSumOf([href, cents]: readonly [string, number], count: number): Promise<void> {
  await goTo(href);
  await waitFor(() => expect(tableRows()).toHaveLength(count));
  const amounts = tableRows().map(
    ({ textContent }) => /[\d\s]+\.\d\d(?=\s[A-Z]{3})/u.exec(textContent)?.[0] ?? '',
  );
  expect(amounts.reduce((total, amount) => total + numberIn(amount), 0)).toBe(cents);
}

import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { profileSetUp } from '../support/profileSetUp.ts';
import { findIssued, holdOperation, put, quickLine } from './support/form.ts';
import { chooseProfile, openFaultyDesk } from './support/merchants.ts';
import {
  type DeskPage,
  cards,
  field,
  findCard,
  openDeskPage,
  suggestedOrder,
} from './support/page.ts';

/** What is asked once more before it is issued: keys of an operator who types on meanwhile answer nothing. */

const savedSchema = z.object({ value: z.object({ id: z.string() }) });

/** A merchant who asks again above 100.00 RUB; its provider cannot be reached, so that nothing is ever sent. */
async function openCarefulDesk(): Promise<DeskPage> {
  const page = await openDeskPage();
  const setUp = profileSetUp({
    name: 'Careful',
    mode: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    confirmAbove: { RUB: 100_00 },
  });
  const saved = savedSchema.parse(await page.desk.call('profile.save', { id: null, setUp }));
  await chooseProfile(page, saved.value.id);
  await page.reload();
  await suggestedOrder();
  return page;
}

const findQuestion = (name: RegExp): Promise<HTMLElement> =>
  screen.findByRole('alertdialog', { name });
const issueButton = (question: HTMLElement): HTMLElement =>
  within(question).getByRole('button', { name: /^Issue /u });

it('a large amount is confirmed by F2 alone, and the form is not emptied before', async () => {
  const { user } = await openCarefulDesk();
  await user.keyboard('1500 sbp cust-large{Enter}{Enter}');
  const question = await findQuestion(/Issue 1.500\.00.*Careful/u);
  // Not yet.
  expect(issueButton(question)).toBeDisabled();
  await user.keyboard('[F2]');
  expect(question).toHaveFocus();
  expect(question).toHaveTextContent('F2 to confirm, Esc to go back');
  // The next line is begun.
  await user.keyboard('2000 sbp ');
  expect(question).toBeVisible();
  await waitFor(() => expect(issueButton(question)).toBeEnabled());
  // Neither the panel nor its button takes a key that types.
  await user.keyboard('cust-2{Enter}');
  await user.tab();
  expect(issueButton(question)).toHaveFocus();
  await user.keyboard(' {Enter}{Control>}{Enter}{/Control}');
  await user.tab();
  await user.tab();
  expect(question.matches(':focus, :focus-within')).toBe(true);
  expect(question).toBeVisible();
  expect(cards('cust-large')).toHaveLength(0);
  expect(field('Customer')).toHaveValue('cust-large');
  expect(quickLine()).toHaveValue('1500 sbp cust-large');
  await user.keyboard('[F2]');
  await findCard('cust-large');
  expect(quickLine()).toHaveValue('');
  expect(quickLine()).toHaveFocus();
  expect(cards('cust-2')).toHaveLength(0);
});

it('Escape goes back to the request as it was', async () => {
  const { user } = await openCarefulDesk();
  await user.keyboard('1500 sbp cust-large{Enter}200 sbp cust-3');
  await findQuestion(/Issue 1.500\.00/u);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field('Amount')).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(field('Customer')).toHaveValue('cust-large');
  expect(quickLine()).toHaveValue('1500 sbp cust-large');
  await user.keyboard('{Enter}');
  await findQuestion(/Issue 1.500\.00/u);
});

it('the first live request of a run is not confirmed by a second Enter; by a click it is', async () => {
  const { desk, user, reload, provider } = await openFaultyDesk();
  await desk.restart();
  await reload();
  await suggestedOrder();
  await user.keyboard('1500 any_bank cust-live{Enter}{Enter} ');
  const question = await findQuestion(/First LIVE request since the desk was started: Faulty/u);
  expect(issueButton(question)).toHaveTextContent('· Faulty');
  expect(question).toHaveTextContent(provider.origin);
  expect(question).toHaveTextContent('cust-live');
  expect(cards('cust-live')).toHaveLength(0);
  await waitFor(() => expect(issueButton(question)).toBeEnabled());
  await user.click(issueButton(question));
  await findIssued('cust-live');
  await suggestedOrder();
  // The next is not asked about.
  await user.keyboard('1500 any_bank cust-next{Enter}');
  await findIssued('cust-next');
});

it('what is typed after F2 is the next one’s', async () => {
  const { desk, user } = await openCarefulDesk();
  const recording = holdOperation(desk, 'issue.create');
  await user.keyboard('1500 sbp cust-large{Enter}');
  const question = await findQuestion(/Issue 1.500\.00/u);
  await waitFor(() => expect(issueButton(question)).toBeEnabled());
  await user.keyboard('[F2]50 sbp cust-4{Enter}60 sb');
  expect(quickLine()).toHaveValue('60 sb');
  await recording.release();
  await findCard('cust-large');
  await findCard('cust-4');
  expect(quickLine()).toHaveValue('60 sb');
  expect(quickLine()).toHaveFocus();
});

it('a question that was taken away does not come back in the middle of an amount', async () => {
  const { user } = await openCarefulDesk();
  await user.keyboard('1500 sbp cust-large{Enter}');
  await findQuestion(/Issue 1.500\.00/u);
  await put(field('Amount'), '150');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await user.keyboard('00');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(field('Amount')).toHaveValue('15000');
});

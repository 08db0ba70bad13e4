import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { createInput } from '../support/builders.ts';
import { callBack, findDepositId, listenerAddress } from './support/callbacks.ts';
import { expectText, findRow, linkIn, mainPart } from './support/elements.ts';
import { succeed } from './support/merchants.ts';
import { type DeskPage, button, goTo, openDeskPage, openSection, valueOf } from './support/page.ts';

/** As the result card shows it to whoever may see it. */
async function numberOf({ desk }: DeskPage, intentId: string): Promise<string> {
  const reply = await succeed(desk, 'request.reveal', { intentId });
  const number = /"number":"(?<number>[^"]+)"/u.exec(JSON.stringify(reply))?.groups?.['number'];
  if (number === undefined) throw new Error('The request has no number');
  return number.replaceAll(/\s/gu, '');
}

/** Where in the page they stand: text, attributes and what fields hold, however digits are grouped. */
function foundInPage(secrets: readonly string[]): readonly string[] {
  const boxes = [...document.querySelectorAll<HTMLElement>('input, textarea')];
  const content = [document.documentElement.outerHTML, document.title, ...boxes.map(valueOf)];
  const plain = content.join('\n').replaceAll(/&nbsp;|\s/gu, '');
  return secrets.flatMap((secret) => {
    const at = plain.indexOf(secret);
    return at === -1 ? [] : [plain.slice(Math.max(0, at - 120), at + secret.length)];
  });
}

it('privacy mode: neither customer nor amount nor number is anywhere in the page', async () => {
  const page = await openDeskPage();
  const { desk, user } = page;
  const address = await listenerAddress(page);
  const input = createInput({ customer: 'secret-customer', order_id: 'PR-1', cents: 123_456 });
  const { intentId } = input;
  await succeed(desk, 'issue.create', input);
  const id = await findDepositId(desk);
  await succeed(desk, 'request.note', { intentId, text: 'secret-customer pays 1234.56' });
  await openSection(user, 'Log');
  // With its answer, which has the number.
  await waitFor(async () => expect(await findRow('PR-1')).toHaveTextContent(/secret-customer.*•/u));
  const number = await numberOf(page, intentId);
  const secrets = ['secret-customer', '1234.5', '1234,5', '123456', number];
  // Without privacy mode it is found.
  await goTo(`#/log/${intentId}`);
  await waitFor(() => expect(foundInPage(['secret-customer', '1234.5'])).toHaveLength(2));

  await goTo('#/settings/desk');
  await user.click(
    await screen.findByRole('checkbox', { name: 'Hide amounts, requisites and customers' }),
  );
  await user.click(button('Save'));
  await screen.findByRole('button', { name: /^Privacy on/u });
  await callBack(address, { id, order_id: 'PR-1', state: 'paid', amount: '1234.57' });
  await expectText(
    () => screen.getByRole('region', { name: 'Latest notifications' }),
    'A request changed',
  );

  for (const [hash, name] of [
    ['#/', 'New request'],
    ['#/log', 'Log'],
    [`#/log/${intentId}`, 'Log'],
    ['#/overview', 'Overview'],
    ['#/hand-over', 'Hand over'],
    ['#/inbox', 'Inbox'],
  ] as const) {
    await goTo(hash);
    await screen.findByRole('heading', { name, level: 1 });
    // Until what there is to hide has come, nothing is proven.
    await expectText(mainPart, '•••');
    expect([hash, foundInPage(secrets)]).toEqual([hash, []]);
  }
  await user.click(linkIn(await findRow('PR-1')));
  await screen.findByText('Hidden by privacy mode');
  expect(foundInPage(secrets)).toEqual([]);
});

import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';

import { button, field, openDeskPage, suggestedOrder } from './support/page.ts';
import { pasteInto } from './support/paste.ts';

/** The page of a batch that is done, and its report. */

async function paste(flow: 'Requisites' | 'Payment link', lines: readonly string[]) {
  const page = await openDeskPage();
  const { user } = page;
  await suggestedOrder();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await user.click(await screen.findByRole('radio', { name: flow }));
  await user.click(button('Paste rows'));
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), lines.join('\n'));
  await user.click(await screen.findByRole('button', { name: /^Check /u }));
  return page;
}

async function issued(flow: 'Requisites' | 'Payment link', lines: readonly string[]) {
  const page = await paste(flow, lines);
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: /^Issue /u }));
  const table = await screen.findByRole('table', { name: 'Rows of the batch' });
  await waitFor(() =>
    expect(within(table).getAllByText('Accepted')).toHaveLength(lines.length - 1),
  );
  await screen.findByRole('button', { name: /^Hand out/u });
  return page;
}

it('the report says why a row failed, as a code and in the words of the screen', async () => {
  const page = await paste('Requisites', [
    'Customer\tAmount\tCurrency\tType\tOrder ID',
    'cust-1\t1500\tRUB\tsbp\tN-1',
  ]);
  const { desk, user } = page;
  await desk.call('sandbox.arm', { orderId: 'N-1', scenario: 'no_requisites' });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: /^Issue /u }));
  const words = 'The provider has no requisites for sbp now.';
  await screen.findByText(words);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'csv');
  const saved = vi.spyOn(URL, 'createObjectURL');
  // The DOM here would go to the address of a download.
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(button('Download report'));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [file] = saved.mock.calls[0] ?? [];
  if (!(file instanceof Blob)) throw new Error('No file was saved');
  saved.mockRestore();
  followed.mockRestore();
  const [headers, row] = (await file.text()).split('\r\n');
  expect(headers).toContain(',outcome,reason,reason_text,');
  expect(row).toContain(`,rejected,no_requisites,${words},N-1,`);
});

it('a batch of requisites that is done has nothing empty where it was steered', async () => {
  await issued('Requisites', ['Customer\tAmount\tCurrency\tType', 'cust-1\t150\tRUB\tsbp']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  const panel = screen.getByRole('progressbar').closest('.panel');
  for (const part of panel?.children ?? []) expect(part).not.toHaveTextContent(/^$/u);
});

it('of many rows with a problem one page is drawn', async () => {
  const bad = Array.from({ length: 130 }, (_, at) => `cust-${at}\tlots\tRUB`);
  const { user } = await paste('Payment link', ['Customer\tAmount\tCurrency', ...bad]);
  const boxes = () => screen.getAllByRole('textbox', { name: /^Amount of row/u });
  await waitFor(() => expect(boxes()).toHaveLength(100));
  screen.getByText('Rows 1–100 of 130');
  await user.click(button('Next'));
  await waitFor(() => expect(boxes()).toHaveLength(30));
  expect(button('Last')).toBeDisabled();
});

import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';

import { findIssued, holdOperation, openTab, put, quickLine } from './support/form.ts';
import { type DeskPage, field, openDeskPage, suggestedOrder } from './support/page.ts';

/** The desk is told that the operator types, so that it can connect to the provider before the press. */

afterEach(() => {
  vi.useRealTimers();
});

/** Only the page's clock stands still; timers run on. */
function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: ms });
}

/** The desk is told a frame after the key. */
async function toldOfKeys(): Promise<void> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

async function openWatched(): Promise<DeskPage & { readonly asked: unknown[] }> {
  const page = await openDeskPage();
  const asked: unknown[] = [];
  page.desk.onOperation('issue.prepare', async (call) => {
    asked.push(call.input);
    await call.continue();
  });
  await suggestedOrder();
  return { ...page, asked };
}

const OF_SANDBOX = { profileId: 'sandbox' };

it('typing asks for a connection at most once a second, in whichever form; focus does not', async () => {
  const { user, asked } = await openWatched();
  const startMs = Date.now();
  setClock(startMs);
  await user.click(field('Customer'));
  await user.click(field('Amount'));
  expect(asked).toEqual([]);
  await put(field('Amount'), '1500');
  await waitFor(() => expect(asked).toEqual([OF_SANDBOX]));

  setClock(startMs + 900);
  await put(field('Customer'), 'cust');
  await openTab(user, 'Payment link');
  await put(quickLine(), '300');
  await toldOfKeys();
  expect(asked).toHaveLength(1);

  setClock(startMs + 2100);
  await put(quickLine(), '300 cust-2');
  await waitFor(() => expect(asked).toEqual([OF_SANDBOX, OF_SANDBOX]));
});

it('a request that was issued asks for none, until the next one is typed', async () => {
  const { user, asked } = await openWatched();
  const startMs = Date.now();
  setClock(startMs);
  await put(field('Amount'), '1500');
  await put(field('Customer'), 'cust-1');
  await waitFor(() => expect(asked).toHaveLength(1));
  await toldOfKeys();
  setClock(startMs + 5000);
  await user.keyboard('{Enter}');
  await findIssued('cust-1');
  await suggestedOrder();
  expect(asked).toHaveLength(1);

  // The first reply may have come only after the clock was set before.
  setClock(startMs + 10_000);
  await put(field('Customer'), 'cust-2');
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('a desk that cannot connect disturbs nobody, and is not asked more often', async () => {
  const { desk } = await openDeskPage();
  const unreachable = holdOperation(desk, 'issue.prepare', 'abort');
  await suggestedOrder();
  setClock(Date.now());
  await put(field('Amount'), '15');
  await unreachable.release();
  await put(field('Amount'), '1500');
  expect(unreachable.calls()).toBe(1);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

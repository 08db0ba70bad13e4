import { screen, waitFor } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';

import { failure } from '../../src/shared/domain/failure.ts';
import { err, ok } from '../../src/shared/domain/result.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import { button, fill, goTo, openDeskPage } from './support/page.ts';

/** Settings → Log → Protect, and the offer to a desk that has gone Live. */

const CODE = /^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/u;
const stored = (): string => JSON.stringify(Object.entries(sessionStorage));
const box = (label: string): HTMLElement => screen.getByLabelText(label);

it('shows the Log code once, has it typed back, and protects; then a new key, then off', async () => {
  const { desk, user } = await openDeskPage();
  sessionStorage.setItem('note-draft-x', 'typed of a customer');
  await goTo('#/settings/log');
  await user.click(await screen.findByRole('button', { name: 'Protect the log' }));
  const code = (await screen.findByText(CODE)).textContent;
  await user.click(button('Confirm and protect'));
  expect(box('Type the code back')).toHaveAccessibleDescription(/Type the Log code\./u);
  await fill(user, box('Type the code back'), code.slice(1));
  await user.click(button('Confirm and protect'));
  await screen.findByText(/The code is mistyped/u);
  expect(await desk.call('protection.state', {})).toMatchObject({ value: { state: 'off' } });
  await fill(user, box('Type the code back'), code);
  await user.click(button('Confirm and protect'));
  await screen.findByText(/^The log is protected\. Start the desk once more/u);
  expect(screen.queryByText(code)).toBeNull();
  expect(await desk.call('protection.state', {})).toMatchObject({ value: { state: 'on' } });
  // What was typed is no longer where a browser writes it to a file.
  expect(stored()).not.toContain('typed of a customer');

  await user.click(button('New key and Log code'));
  const second = (await screen.findByText(CODE)).textContent;
  expect(second).not.toBe(code);
  await user.click(button('Cancel'));
  await user.click(button('Switch off'));
  await user.click(button('Keep it on'));
  expect(await desk.call('protection.state', {})).toMatchObject({ value: { state: 'on' } });
  await user.click(button('Switch off'));
  await user.click(button('Switch protection off'));
  await screen.findByText(/^Protection is off/u);
  expect(stored()).toContain('typed of a customer');
});

it('is offered in Settings once there is a Live profile, and not again after Not now', async () => {
  const { desk, user } = await openDeskPage();
  await goTo('#/settings');
  expect(screen.queryByText('Protect the log?')).toBeNull();
  const setUp = profileSetUp({ mode: 'live' });
  expect(await desk.call('profile.save', { id: null, setUp })).toMatchObject({ ok: true });
  await screen.findByText('Protect the log?');
  await user.click(button('Not now'));
  await waitFor(() => expect(screen.queryByText('Protect the log?')).toBeNull());
  await waitFor(async () =>
    expect(await desk.call('settings.get', {})).toMatchObject({
      value: { protectionPutOff: true },
    }),
  );
});

it('an open page gives way to the page of a replaced log when the desk is locked later; only the named button keeps that log', async () => {
  const { desk, user } = await openDeskPage();
  await screen.findByRole('heading', { name: 'New request', level: 1 });
  const replaced = err(failure('log_locked', 'plain_log'));
  desk.onOperation('people.session', (call) => call.fulfill(replaced));
  desk.tell({ name: 'people.changed' });
  await screen.findByRole('heading', { name: 'The log was replaced' });
  expect(screen.queryByRole('heading', { name: 'New request', level: 1 })).toBeNull();

  const asked: unknown[] = [];
  desk.onOperation('protection.unlock', ({ input, fulfill }) => {
    asked.push(input);
    fulfill(asked.length === 1 ? replaced : ok({ isKept: true }));
  });
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  await user.click(button('Look again'));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(/keychain says that it is\./u),
  );
  expect(reload).not.toHaveBeenCalled();
  await user.click(button('Protect this log and go on'));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  reload.mockRestore();
  expect(asked).toEqual([
    { code: null, isPlainMeant: false },
    { code: null, isPlainMeant: true },
  ]);
});

import { screen, waitFor, within } from '@testing-library/dom';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

import { askFirst } from '../../../src/renderer/client/firstAnswers.ts';
import { start } from '../../../src/renderer/start.tsx';
import { type DeskOptions, type TestDesk, openTestDesk } from './desk.ts';

/** The whole app, drawn into the DOM of this environment, with a whole desk behind it. */
export type DeskPage = {
  readonly desk: TestDesk;
  readonly user: UserEvent;
  /** Takes the app off and draws it anew, as a browser's reload does: what the tab stores stays. */
  readonly reload: () => Promise<void>;
};

const opened: { readonly desk: TestDesk; takeOff: () => void }[] = [];

/** Opens a fresh desk and its page at New request. Both are closed after the test. */
export async function openDeskPage(options: DeskOptions = {}): Promise<DeskPage> {
  const desk = await openTestDesk(options);
  sessionStorage.clear();
  localStorage.clear();
  location.hash = '';
  const own = { desk, takeOff: await draw(desk) };
  opened.push(own);
  return {
    desk,
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    async reload() {
      window.dispatchEvent(new Event('pagehide'));
      own.takeOff();
      own.takeOff = await draw(desk);
    },
  };
}

/** For `afterEach`. */
export async function closeDesks(): Promise<void> {
  for (const { desk, takeOff } of opened.splice(0)) {
    takeOff();
    await desk.close();
  }
}

async function draw(desk: TestDesk): Promise<() => void> {
  document.body.innerHTML = '<div id="root"></div>';
  const first = askFirst(desk.transport.invoke, { knowsLock: false });
  const { transport } = desk;
  const takeOff = await start(
    Promise.resolve({ kind: 'open', transport, first, watch: () => undefined }),
  );
  await screen.findByRole('heading', { level: 1 });
  return takeOff;
}

/** A box to type into; the customer's also suggests, and so has another role. */
export function field(name: string): HTMLElement {
  return screen.getByRole(name === 'Customer' ? 'combobox' : 'textbox', { name });
}

export function button(name: string | RegExp, inside: HTMLElement = document.body): HTMLElement {
  return within(inside).getByRole('button', { name });
}

/** Opens the menu of a card. */
export async function openMenu(user: UserEvent, shown: HTMLElement): Promise<HTMLElement> {
  await user.click(await within(shown).findByRole('button', { name: 'More actions' }));
  return screen.findByRole('menu');
}

export async function chooseInMenu(
  user: UserEvent,
  shown: HTMLElement,
  ...names: readonly string[]
): Promise<void> {
  await openMenu(user, shown);
  for (const name of names) {
    const menu = screen.getByRole('menu');
    const item = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')].find(
      ({ textContent }) => textContent.startsWith(name),
    );
    if (item === undefined) throw new Error(`The menu has no ${name}`);
    await user.click(item);
  }
}

/** Replaces what a box holds in one step, as pasting over it does. Key by key, which is `user.type`, draws the form for each key. */
export async function fill(user: UserEvent, box: HTMLElement, text: string): Promise<void> {
  await user.clear(box);
  if (text !== '') await user.paste(text);
}

/** The order id that the desk suggests; it arrives a moment after the form. */
export async function suggestedOrder(): Promise<string> {
  await waitFor(() => {
    expect(field('Customer')).toHaveValue('');
    expect(field('Order ID')).not.toHaveValue('');
  });
  return valueOf(field('Order ID'));
}

export function valueOf(box: HTMLElement): string {
  return box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box.value : '';
}

/** The card of one customer in the Now strip, once it is there. */
export function findCard(customer: string): Promise<HTMLElement> {
  return waitFor(() => {
    const [card] = cards(customer);
    if (card === undefined) throw new Error(`${customer} has no card`);
    return card;
  });
}

export function cards(customer: string): readonly HTMLElement[] {
  return within(screen.getByRole('main'))
    .queryAllByRole('article')
    .filter(({ textContent }) => textContent.includes(customer));
}

/** The reason stands at the field itself, for eyes and for screen readers alike. */
export async function expectRefused(target: () => HTMLElement, reason: RegExp): Promise<void> {
  await waitFor(() => {
    expect(target()).toHaveAttribute('aria-invalid', 'true');
    expect(target()).toHaveAccessibleDescription(expect.stringMatching(reason));
  });
}

/** By the navigation, as an operator goes there. */
export async function openSection(
  user: UserEvent,
  name: 'New request' | 'Log' | 'Inbox' | 'Overview' | 'Settings',
): Promise<void> {
  const navigation = await screen.findByRole('navigation');
  await user.click(within(navigation).getByRole('link', { name }));
  await screen.findByRole('heading', { name, level: 1 });
}

/** By its address. */
export async function goTo(hash: string): Promise<void> {
  if (location.hash !== hash) {
    await whileHashChanges(() => {
      location.hash = hash;
    });
  }
  await screen.findByRole('heading', { level: 1 });
}

/** As the browser's Back does. */
export async function goBack(): Promise<void> {
  await whileHashChanges(() => history.back());
  await screen.findByRole('heading', { level: 1 });
}

/** The heading alone may still be the last screen's. */
async function whileHashChanges(change: () => void): Promise<void> {
  const changed = new Promise((resolve) => {
    window.addEventListener('hashchange', resolve, { once: true });
  });
  change();
  await changed;
}

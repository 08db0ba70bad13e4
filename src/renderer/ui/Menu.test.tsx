// @vitest-environment happy-dom
import { userEvent } from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';

import { Menu } from './Menu.tsx';

const chosen: string[] = [];
const root = createRoot(document.body.appendChild(document.createElement('main')));
const LABELS = ['Secret', 'Check', 'Copy', 'Delete'];

function button(name: string): HTMLElement {
  const found = [...document.querySelectorAll('button')].find(
    (each) => each.getAttribute('aria-label') === name || each.textContent === name,
  );
  if (found === undefined) throw new Error(`No button ${name}`);
  return found;
}
const opener = (): HTMLElement => button('More for Shop');
const menu = (): Element | null => document.querySelector('[role="menu"]');
const focused = (): string => document.activeElement?.textContent ?? '';

async function opened(): Promise<ReturnType<typeof userEvent.setup>> {
  chosen.length = 0;
  const items = LABELS.map((label) => ({ label, onChoose: () => chosen.push(label) }));
  flushSync(() =>
    root.render(
      <>
        <Menu key={crypto.randomUUID()} label="More for Shop" items={items} />
        <button type="button">Next</button>
      </>,
    ),
  );
  const user = userEvent.setup();
  await user.click(opener());
  return user;
}
afterEach(() => flushSync(() => root.render(null)));

it('is a menu of its button, with the first item focused', async () => {
  await opened();
  expect(menu()?.getAttribute('aria-label')).toBe('More for Shop');
  expect(opener().getAttribute('aria-expanded')).toBe('true');
  expect(opener().getAttribute('aria-controls')).toBe(menu()?.id);
  expect(focused()).toBe('Secret');
});

it.each([
  ['{ArrowDown}', 'Check'],
  ['{ArrowUp}', 'Delete'],
  ['{End}{ArrowDown}', 'Secret'],
  ['{End}{Home}', 'Secret'],
  ['c', 'Check'],
  ['cc', 'Copy'],
  ['x', 'Secret'],
])('%s moves the focus to %s', async (keys, label) => {
  const user = await opened();
  await user.keyboard(keys);
  expect(focused()).toBe(label);
});

it('Escape closes it, chooses nothing and gives the focus back', async () => {
  const user = await opened();
  await user.keyboard('{ArrowDown}{Escape}');
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(opener());
  expect(chosen).toEqual([]);
});

it('Tab closes it and goes on from its button', async () => {
  const user = await opened();
  await user.keyboard('{ArrowDown}');
  await user.tab();
  expect(menu()).toBeNull();
  expect(focused()).toBe('Next');
});

it('a press elsewhere closes it', async () => {
  const user = await opened();
  await user.click(button('Next'));
  expect(menu()).toBeNull();
  expect(focused()).toBe('Next');
});

it('ArrowDown opens it, Enter chooses and closes it', async () => {
  const user = await opened();
  await user.keyboard('{Escape}{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toEqual(['Check']);
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(opener());
});

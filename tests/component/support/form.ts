import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

import type { TestDesk } from './desk.ts';
import { cards, field, suggestedOrder, valueOf } from './page.ts';

/** What an operator does at the form of New request. */

export const quickLine = (): HTMLElement => field('Quick line');
export const typeField = (): HTMLElement => screen.getByRole('combobox', { name: 'Payment type' });
export const currencyField = (): HTMLElement =>
  screen.getByRole('radiogroup', { name: 'Currency' });
export const copyButton = (shown: HTMLElement, name = 'Copy number'): HTMLElement =>
  within(shown).getByRole('button', { name });

/** Replaces what a box holds with one input event, as a paste does. Use `fill` of page.ts where single keys matter. */
export async function put(box: HTMLElement, text: string): Promise<void> {
  box.focus();
  fireEvent.input(box, { target: { value: text } });
  // React draws the change before the next task.
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

export async function chooseType(user: UserEvent, type: string): Promise<void> {
  await user.selectOptions(typeField(), type);
}

export async function chooseCurrency(user: UserEvent, currency: string): Promise<void> {
  await user.click(within(currencyField()).getByRole('radio', { name: currency }));
}

export async function openTab(user: UserEvent, name: 'Requisites' | 'Payment link'): Promise<void> {
  await user.click(screen.getByRole('tab', { name }));
}

export async function openMore(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^More(?! actions)/u }));
}

/** A readable amount is tidied when the box is left ("1500" → "1 500.00"); its digits stay. */
export function expectAmount(typed: string): void {
  const digits = (text: string): string => text.replaceAll(/\s|\.00$/gu, '');
  expect(digits(valueOf(field('Amount')))).toBe(digits(typed));
}

/** Waits for the suggested order id, fills in the form and presses Enter. `before` is told the order id first. */
export async function issueDirect(
  user: UserEvent,
  customer: string,
  {
    type = 'any_bank',
    before = async () => {},
  }: { readonly type?: string; readonly before?: (order: string) => Promise<void> } = {},
): Promise<string> {
  const order = await suggestedOrder();
  await before(order);
  await put(field('Amount'), '1500');
  await chooseType(user, type);
  await put(field('Customer'), customer);
  await user.keyboard('{Enter}');
  return order;
}

/** The card of a customer, once it offers the number to copy. */
export function findIssued(customer: string, copy = 'Copy number'): Promise<HTMLElement> {
  return waitFor(() => {
    const issued = cards(customer).find(
      (shown) => within(shown).queryByRole('button', { name: copy }) !== null,
    );
    if (issued === undefined) throw new Error(`${customer} has no card with ${copy}`);
    return issued;
  });
}

/** The provider's record of who was asked for how much, in order. */
export function issuedAmounts(desk: TestDesk): readonly (readonly unknown[])[] {
  return desk.ledger().deposits.map(({ cents, fields }) => [fields['customer'], cents]);
}

export type Held = {
  /** Calls that have come so far. */
  readonly calls: () => number;
  /** Lets all calls go, waiting ones and later ones; resolves once the first has its reply. */
  readonly release: () => Promise<void>;
};

/** Keeps the calls of an operation on their way until they are let go. */
export function holdOperation(
  desk: TestDesk,
  operation: string,
  then: 'continue' | 'abort' = 'continue',
): Held {
  let count = 0;
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let reply: () => void = () => undefined;
  const replied = new Promise<void>((resolve) => {
    reply = resolve;
  });
  desk.onOperation(operation, async (call) => {
    count += 1;
    await free;
    await call[then]();
    reply();
  });
  return {
    calls: () => count,
    async release() {
      letGo();
      await replied;
    },
  };
}

import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';

/** Elements of a large screen, found without computing the accessible name of everything on it. */

export function mainPart(): HTMLElement {
  return screen.getByRole('main');
}

/** The rows of the table on the screen, without its heading. */
export function tableRows(): readonly HTMLElement[] {
  return [...mainPart().querySelectorAll<HTMLElement>('tbody tr')].filter(
    (row) => row.querySelector('a') !== null,
  );
}

/** The row that shows this text, once there is one. */
export function findRow(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const row = tableRows().find(({ textContent }) => textContent.includes(text));
    if (row === undefined) throw new Error(`No row shows ${text}`);
    return row;
  });
}

export function linkIn(element: HTMLElement): HTMLElement {
  const [link] = within(element).getAllByRole('link');
  if (link === undefined) throw new Error('There is no link');
  return link;
}

export async function expectText(element: () => HTMLElement, text: string | RegExp): Promise<void> {
  await waitFor(() => expect(element()).toHaveTextContent(text));
}

/** Digits alone, whatever groups them. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '');
}

export function hrefOf(link: Element): string {
  return link.getAttribute('href') ?? '';
}

export function parentOf(element: HTMLElement): HTMLElement {
  if (element.parentElement === null) throw new Error('It is not in the page');
  return element.parentElement;
}

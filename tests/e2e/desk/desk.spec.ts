import { type Page, expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { card, clipboardText, suggestedOrder } from '../steps.ts';

/**
 * Fast hands: from an open desk to the message on the clipboard by keyboard alone, with every key counted that is no part of the
 * data. (Several customers at once, answered out of order: tests/component/cards.test.ts.)
 */

const MOST_KEYS = { direct: 6, quick: 3 } as const;

/** Somebody without a mouse. */
type Hands = {
  /** The data itself. */
  readonly type: (text: string) => Promise<void>;
  readonly press: (chord: string) => Promise<void>;
  /** A chord is one press of as many keys as it has. */
  readonly beyondData: () => { readonly presses: number; readonly keys: number };
};

function handsOn(page: Page): Hands {
  const chords: string[] = [];
  return {
    type: (text) => page.keyboard.type(text),
    async press(chord) {
      chords.push(chord);
      await page.keyboard.press(chord);
    },
    beyondData: () => ({
      presses: chords.length,
      keys: chords.flatMap((chord) => chord.split('+')).length,
    }),
  };
}

/** The form as everybody finds it. Hands need not wait for the card, but without it there is nothing to copy yet. */
async function untilAnswered(page: Page, customer: string): Promise<void> {
  await card(page, customer).getByRole('button', { name: 'Copy message' }).waitFor();
}

test('from an open desk to the message on the clipboard: at most 6 keys beyond the data, 3 by quick line', async ({
  desk,
  deskPage: page,
}) => {
  const numberOf = (customer: string): string =>
    desk.ledger().deposits.find(({ fields }) => fields['customer'] === customer)?.payment_data[
      'number'
    ] ?? 'not there';

  // The form is whole: keys go where the eye sees them go.
  await suggestedOrder(page);
  const direct = handsOn(page);
  await direct.press('Tab');
  await direct.type('1500');
  await direct.press('Tab');
  await direct.press('Tab');
  await direct.press('Tab');
  await direct.type('cust-direct');
  await direct.press('Enter');
  await untilAnswered(page, 'cust-direct');
  await direct.press('F9');
  await expect.poll(() => clipboardText(page)).toContain(numberOf('cust-direct'));
  expect(await clipboardText(page)).toContain('1 500.00 RUB');

  await page.reload();
  await suggestedOrder(page);
  const quick = handsOn(page);
  await quick.type('2300,50 sbp cust-quick');
  await quick.press('Enter');
  await untilAnswered(page, 'cust-quick');
  await quick.press('F9');
  await expect.poll(() => clipboardText(page)).toContain(numberOf('cust-quick'));
  expect(await clipboardText(page)).toContain('2 300.50 RUB');
  expect(await clipboardText(page)).not.toContain(numberOf('cust-direct'));

  const counted = { direct: direct.beyondData(), quick: quick.beyondData() };
  process.stdout.write(
    `keys beyond the data: direct ${counted.direct.keys}, quick line ${counted.quick.keys} ` +
      `(presses: ${counted.direct.presses}, ${counted.quick.presses})\n`,
  );
  expect(counted.direct.keys).toBeLessThanOrEqual(MOST_KEYS.direct);
  expect(counted.quick.keys).toBeLessThanOrEqual(MOST_KEYS.quick);
});

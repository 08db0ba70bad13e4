import { type Page, expect } from '@playwright/test';

import { buildInput, createInput } from '../../support/builders.ts';
import { violationsOf } from '../axe.ts';
import { openAsCustomer } from '../customer.ts';
import { test } from '../fixtures.ts';
import { callFromPage, expectNoSidewaysScroll } from '../steps.ts';
import { keepPicture } from '../pictures.ts';
import { type Language, OPENED_ANEW, rulesOf } from './look.ts';

/** The sandbox's payment page on the narrowest telephone, in its languages, light and dark. */

const NARROWEST = { width: 360, height: 740 } as const;

async function look(payment: Page, name: string, language: Language): Promise<void> {
  await test.step(`${name}, ${language}`, async () => {
    await expect(payment.locator('html')).toHaveAttribute('lang', language);
    for (const colorScheme of ['dark', 'light'] as const) {
      await payment.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await keepPicture(payment, `payment-${name}-${colorScheme}-${language}-360.png`, {
        fullPage: true,
      });
      const rules = rulesOf(language, colorScheme);
      if (rules !== null) expect(await violationsOf(payment, rules)).toEqual([]);
    }
    await expectNoSidewaysScroll(payment);
  });
}

/** By place, not by wording: the method that stands first, the button that is meant first. */
const pressFirst = (payment: Page): Promise<void> => payment.getByRole('button').first().tap();

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ru: 'ru-RU' };

for (const language of OPENED_ANEW) {
  test(`the payment page is accessible and fits a telephone, ${language}`, async ({
    browser,
    desk,
    deskPage: page,
  }) => {
    await callFromPage(page, 'issue.build', buildInput());
    const toAccount = { payment_type: 'account_number', cents: 48_000_00 };
    await callFromPage(page, 'issue.create', createInput(toAccount));
    await expect.poll(() => desk.ledger().deposits.length).toBe(2);
    const { deposits } = desk.ledger();
    const built = deposits.find(({ flow }) => flow === 'build');
    const created = deposits.find(({ flow }) => flow === 'create');
    const url = built?.payment_data['url'] ?? '';

    const payment = await openAsCustomer(browser, url, LOCALES[language]);
    await payment.setViewportSize(NARROWEST);
    await look(payment, 'methods', language);
    await pressFirst(payment);
    await payment.getByText(/9999/u).first().waitFor();
    await look(payment, 'requisites', language);
    await payment.getByRole('button').nth(1).tap();
    await payment.getByRole('textbox').fill('much');
    await pressFirst(payment);
    await expect(payment.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await look(payment, 'another-amount', language);
    await payment.getByRole('textbox').fill('1450');
    await pressFirst(payment);
    await payment.waitForURL(/\/done/u);
    await look(payment, 'paid', language);

    await payment.goto(new URL(`/pay/${created?.id}`, url).href);
    await look(payment, 'account', language);
    await payment.getByRole('button').last().tap();
    await payment.waitForURL(/\/done/u);
    await look(payment, 'rejected', language);
    await payment.goto(new URL('/pay/nobody', url).href);
    await look(payment, 'no-such', language);
  });
}

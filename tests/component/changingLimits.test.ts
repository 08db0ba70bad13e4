import { screen, waitFor } from '@testing-library/dom';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

import { createInput } from '../support/builders.ts';
import { type LimitRow, startLimitsServer } from '../support/limitsServer.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import {
  chooseCurrency,
  chooseType,
  currencyField,
  expectAmount,
  put,
  quickLine,
  typeField,
} from './support/form.ts';
import { chooseProfile, succeed } from './support/merchants.ts';
import { type DeskPage, button, expectRefused, field, openDeskPage } from './support/page.ts';

/** A live merchant whose provider changes its limits while the operator types. Nothing is ever sent there. */

const RUB: LimitRow = { currency: 'RUB', payment_type: 'any_bank', min: 500_00, max: 10_000_00 };
const RUB_SBP: LimitRow = { ...RUB, payment_type: 'sbp' };
const UZS: LimitRow = { currency: 'UZS', payment_type: 'any_bank', min: 100_00, max: 9_000_000_00 };

const readingSchema = z.object({ value: z.looseObject({}) });
const savedSchema = z.object({ value: z.object({ id: z.string() }) });

type LimitsDesk = DeskPage & {
  readonly profileId: string;
  readonly changeLimits: (rows: readonly LimitRow[]) => Promise<void>;
  readonly issue: () => Promise<void>;
  readonly expectNothingSent: () => void;
};

async function openLimitsDesk(): Promise<LimitsDesk> {
  const provider = await startLimitsServer([RUB, RUB_SBP, UZS]);
  onTestFinished(provider.close);
  const page = await openDeskPage();
  const { desk, user } = page;
  const setUp = profileSetUp({ baseUrl: provider.origin });
  const saved = await desk.call('profile.save', { id: null, setUp });
  const { id: profileId } = savedSchema.parse(saved).value;
  await chooseProfile(page, profileId);
  await screen.findAllByText('LIVE');
  // The first reading is over: one that is asked for now does not join it.
  await screen.findByText(/read just now/u);
  return {
    ...page,
    profileId,
    async changeLimits(rows) {
      provider.setLimits(rows);
      await succeed(desk, 'limits.read', { profileId, refresh: true });
    },
    issue: () => user.click(button(/^Issue request/u)),
    expectNothingSent() {
      expect(provider.posts()).toBe(0);
      expect(desk.ledger()).toEqual({ deposits: [], endings: [], arrivals: 0 });
    },
  };
}

it('limits that are refused with 401 lead to the secret and to the signature lab', async () => {
  const { desk, profileId, user } = await openLimitsDesk();
  desk.onOperation('limits.read', async ({ fetch, fulfill }) => {
    const { value } = readingSchema.parse(await fetch());
    fulfill({ ok: true, value: { ...value, problem: 'HTTP 401', problemStatus: 401 } });
  });
  await user.click(button('Read limits again'));
  const secret = await screen.findByRole('link', { name: 'Secret' });
  expect(secret).toHaveAttribute('href', `#/settings/profile/${profileId}/secret`);
  const lab = screen.getByRole('link', { name: 'Signature lab' });
  expect(lab).toHaveAttribute('href', `#/settings/profile/${profileId}/format/signature`);
});

it('a currency that the limits no longer offer is refused beside its field', async () => {
  const { user, changeLimits, issue, expectNothingSent } = await openLimitsDesk();
  await chooseCurrency(user, 'UZS');
  await put(field('Amount'), '20000');
  await put(field('Customer'), 'cust-1');
  await changeLimits([RUB]);
  await issue();
  await expectRefused(currencyField, /does not offer UZS/u);
  expectAmount('20000');
  expect(field('Customer')).toHaveValue('cust-1');
  expectNothingSent();
});

it('a type that the limits no longer offer is refused beside its field', async () => {
  const { user, changeLimits, issue, expectNothingSent } = await openLimitsDesk();
  await chooseType(user, 'sbp');
  await put(field('Amount'), '1500');
  await put(field('Customer'), 'cust-1');
  await changeLimits([RUB]);
  await issue();
  await expectRefused(typeField, /does not offer sbp for RUB/u);
  expectAmount('1500');
  expect(field('Customer')).toHaveValue('cust-1');
  expectNothingSent();
});

it('an amount is held against limits that changed while it was typed', async () => {
  const { changeLimits, issue, expectNothingSent } = await openLimitsDesk();
  await put(field('Amount'), '1500');
  await put(field('Customer'), 'cust-1');
  await changeLimits([{ ...RUB, max: 1000_00 }]);
  await issue();
  await expectRefused(() => field('Amount'), /maximum of 1\s000\.00 RUB/u);
  expectNothingSent();
});

it('a currency that the limits never offered is refused beside its field', async () => {
  const { user, issue, expectNothingSent } = await openLimitsDesk();
  await chooseCurrency(user, 'KZT');
  await put(field('Amount'), '20000');
  await put(field('Customer'), 'cust-1');
  await issue();
  await expectRefused(currencyField, /does not offer KZT now\. Offered: RUB, UZS/u);
  expect(field('Customer')).toHaveValue('cust-1');
  expectNothingSent();
});

it('what lies past the form is refused by the same rule', async () => {
  const { desk, profileId, expectNothingSent } = await openLimitsDesk();
  const input = { ...createInput({ currency: 'KZT' }), profileId };
  await succeed(desk, 'profile.confirmLive', { profileId });
  expect(await desk.call('issue.create', input)).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_fields',
      faults: [{ field: 'currency', code: 'currency_not_offered', force: 'refuse' }],
    },
  });
  expectNothingSent();
});

it('a line that reads otherwise once the limits are there says so in the fields, too', async () => {
  const { changeLimits } = await openLimitsDesk();
  await put(field('Customer'), 'cust-before');
  await put(quickLine(), '1500 newpay cust-5');
  expect(field('Customer')).toHaveValue('cust-before');
  await changeLimits([RUB, { ...RUB, payment_type: 'newpay' }]);
  await screen.findByText(/Understood: .*newpay · cust-5/u);
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-5'));
  expect(typeField()).toHaveValue('newpay');
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type RunningSandbox, startSandbox } from '../server.ts';
import { type TestMerchant, startMerchant } from '../testing/merchant.ts';
import {
  type Fields,
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  buildBody,
  createBody,
  makePlace,
} from '../testing/support.ts';
import { open, pageOf, press } from '../testing/page.ts';

let place: Place;
let sandbox: RunningSandbox;
let merchant: TestMerchant;

function start(name: string, more: object = {}): Promise<RunningSandbox> {
  return startSandbox({
    port: 0,
    ledgerFile: join(place.folder, name),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
    ...more,
  });
}

beforeAll(async () => {
  place = await makePlace();
  merchant = await startMerchant();
  sandbox = await start('ledger.jsonl');
});
afterAll(async () => {
  await sandbox.close();
  await merchant.close();
  await place.remove();
});

let orders = 0;
function orderOf(): string {
  orders += 1;
  return `P-${orders}`;
}
const created = (more: Fields = {}): Promise<string> =>
  pageOf(sandbox.origin, 'create', createBody({ order_id: orderOf(), ...more }));
const built = (more: Fields = {}): Promise<string> =>
  pageOf(sandbox.origin, 'build', buildBody({ order_id: orderOf(), ...more }));

async function endsOf(address: string, name = 'ledger.jsonl'): Promise<readonly Fields[]> {
  const lines = (await readFile(join(place.folder, name), 'utf8')).trimEnd().split('\n');
  return lines
    .map((line) => asFields(JSON.parse(line)))
    .filter(({ line, id }) => line === 'ended' && address.endsWith(String(id)));
}

const BUTTONS = ['I have paid', 'Paid another amount', 'Reject'];

describe('paying on the page', () => {
  it('goes on to success_url by itself, by way of a page of its own', async () => {
    const address = await created({ success_url: `${merchant.origin}/ok?a=1&b=2` });
    const page = await open(address);
    for (const button of BUTTONS) expect(page.html).toMatch(new RegExp(`>${button}</button>`, 'u'));
    const done = await press(`${address}/paid`);
    expect(done.path).toMatch(/\/done$/u);
    expect(done.text).toContain('Payment received You paid 1,500.00 RUB.');
    expect(done.headers.get('refresh')).toBe(`1; url=${merchant.origin}/ok?a=1&b=2`);
    expect(done.html).toContain(`href="${merchant.origin}/ok?a=1&amp;b=2"`);
    expect(done.headers.get('content-security-policy')).toContain("form-action 'self'");
    // Opened again it says what became of it, and stays.
    const again = await open(address);
    expect(again.text).toContain('Payment received');
    expect(again.headers.get('refresh')).toBeNull();
    for (const button of BUTTONS) expect(again.html).not.toContain(`>${button}</button>`);
  });

  it('goes on to reject_url after a rejection, and nowhere where none was given', async () => {
    const address = await built({ reject_url: `${merchant.origin}/no` });
    const done = await press(`${address}/reject`);
    expect(done.text).toContain('Payment rejected Nothing was paid.');
    expect(done.headers.get('refresh')).toBe(`1; url=${merchant.origin}/no`);
    const plain = await press(`${await built({ success_url: merchant.origin })}/reject`);
    expect(plain.headers.get('refresh')).toBeNull();
    expect(plain.text).toContain('You can close this page.');
    expect(plain.html).not.toContain('Return to the merchant');
  });

  it('takes another amount in any habit, and says beside the field what is wrong with one', async () => {
    const address = await created();
    const asked = await open(`${address}?step=another`);
    expect(asked.html).toContain('<label for="amount">Amount paid</label>');
    expect(asked.html).not.toContain('aria-invalid=');
    const typed = `12 "<b>'&`;
    const wrong = await press(`${address}/another`, { amount: typed });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This is not an amount. Write it like 1,500.00.');
    expect(wrong.html).toContain('value="12 &quot;&lt;b&gt;&#39;&amp;"');
    expect(wrong.html).toMatch(/aria-describedby="fault hint" aria-invalid="true"/u);
    expect((await press(`${address}/another`, { amount: '' })).text).toContain('Enter the amount');
    expect(await endsOf(address)).toEqual([]);
    const done = await press(`${address}/another`, { amount: ' 1.450,5 ₽' });
    expect(done.text).toContain('You paid 1,450.50 RUB of 1,500.00 RUB.');
    expect(await endsOf(address)).toMatchObject([{ as: 'paid', cents: 145_050 }]);
  });

  it('is paid once, however often and by whatever button', async () => {
    const address = await created({ success_url: merchant.origin });
    const presses = await Promise.all(Array.from({ length: 5 }, () => press(`${address}/paid`)));
    for (const { path } of presses) expect(path).toMatch(/\/done$/u);
    const late = await press(`${address}/reject`);
    expect(late.path).not.toMatch(/done/u);
    expect(late.text).toContain('Payment received');
    expect((await press(`${address}/another`, { amount: '7' })).text).toContain('1,500.00 RUB.');
    expect((await press(`${address}/another`, { amount: '?' })).status).toBe(200);
    expect(await endsOf(address)).toMatchObject([{ as: 'paid', cents: 150_000 }]);
  });

  it('keeps method and end through a restart', async () => {
    const first = await start('restart.jsonl');
    const body = (order_id: string): Fields => buildBody({ order_id, cents: 75_000_000 });
    const open1 = await pageOf(first.origin, 'build', body('R-1'));
    const paid = await pageOf(first.origin, 'build', body('R-2'));
    await press(`${open1}/method`, { method: 'bankx' });
    await press(`${paid}/another`, { amount: '700000' });
    const before = [(await open(open1)).html, (await open(paid)).html];
    await first.close();
    const second = await start('restart.jsonl', { port: first.port });
    expect([(await open(open1)).html, (await open(paid)).html]).toEqual(before);
    expect(before.join('')).toContain('BankX card');
    expect((await press(`${paid}/paid`)).text).toContain('700,000.00');
    await second.close();
  });

  it('names its deadline, and comes back by itself when that is over', async () => {
    const page = await open(await created());
    expect(page.text).toMatch(/Pay by \d+ \w+ at \d\d:\d\d/u);
    expect(page.headers.get('refresh')).toMatch(/^1[78]\d\d; url=\/pay\//u);
  });

  it('expires by its deadline, and takes nothing after it', async () => {
    const short = await start('short.jsonl', { validMs: 300 });
    const address = await pageOf(
      short.origin,
      'create',
      createBody({ reject_url: merchant.origin }),
    );
    await sleep(320);
    for (const action of ['paid', 'reject', 'method'] as const) {
      const late = await press(`${address}/${action}`);
      expect(late.text).toContain('Payment expired The time to pay is over');
      expect(late.headers.get('refresh')).toBeNull();
    }
    expect(await endsOf(address, 'short.jsonl')).toMatchObject([{ as: 'expired', cents: null }]);
    await short.close();
  });

  it('speaks two languages, by the address, else by what the browser prefers', async () => {
    const address = await built({ cents: 75_000_000, success_url: merchant.origin });
    const russian = await open(`${address}?lang=ru`);
    expect(russian.html).toContain('<html lang="ru">');
    expect(russian.text).toContain('750 000,00 UZS');
    expect(russian.text).toContain('Как вы хотите заплатить?');
    expect(russian.html).toContain('?lang=en" lang="en"');
    const preferred = await open(address, { 'Accept-Language': 'fr, ru-KZ;q=0.9, en;q=0.5' });
    expect(preferred.text).toContain('Как вы хотите заплатить?');
    expect((await open(address, { 'Accept-Language': 'fr;q=1, *;q=0.1' })).html).toContain(
      '<html lang="en">',
    );
    const chosen = await press(`${address}/method?lang=ru`, { method: 'any_bank' });
    expect(chosen.path).toMatch(/\?lang=ru$/u);
    expect(chosen.text).toContain('Номер карты');
    const wrong = await press(`${address}/another?lang=ru`, { amount: 'x' });
    expect(wrong.text).toContain('Это не сумма. Напишите её так: 750 000,00.');
    // The switch on an answer to a form leads to the page, not to the form's address.
    expect(wrong.html).toMatch(/href="\/pay\/[^/"]+\?step=another&amp;lang=en"/u);
    const done = await press(`${address}/paid?lang=ru`);
    expect(done.path).toMatch(/\/done\?lang=ru$/u);
    expect(done.text).toContain('Платёж получен');
  });

  it.each([
    ['https://name:password@shop.example/', null],
    ['https://name@shop.example/', null],
    ['https://shop.example/"><script>alert(1)</script>?q="x', 'https://shop.example/%22'],
    ['http://shop.example/%0d%0aX:y', 'http://shop.example/%0d%0aX:y'],
  ])('goes to %s only if that is safe', async (success_url, expected) => {
    const done = await press(`${await created({ success_url })}/paid`);
    const refresh = done.headers.get('refresh');
    if (expected === null) {
      expect(refresh).toBeNull();
      expect(done.text).toContain('You can close this page.');
      expect(done.html).not.toContain('shop.example');
    } else {
      expect(refresh?.startsWith(`1; url=${expected}`)).toBe(true);
      expect(done.html).not.toContain('<script');
    }
  });

  it('refuses what another site sends, and what is no form', async () => {
    const address = await created();
    const foreign = await press(`${address}/paid`, { a: 'b' }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const json = await fetch(`${address}/paid`, { method: 'POST', body: '{}' });
    expect(json.status).toBe(400);
    // A browser that opens the address of a button shows the page and has pressed nothing.
    expect((await open(`${address}/paid`)).text).toContain('I have paid');
    expect((await press(`${sandbox.origin}/pay/nothing/paid`)).status).toBe(404);
    expect(await endsOf(address)).toEqual([]);
  });

  it('says on every page what is the sandbox’s own', async () => {
    const address = await created();
    for (const page of [await open(address), await press(`${address}/paid`)]) {
      expect(page.text).toContain('Sandbox extension. The API document ends with the states');
      expect(page.text).toContain('the states paid, rejected, expired, and the callback');
    }
  });
});

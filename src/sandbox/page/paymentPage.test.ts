import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunningSandbox } from '../server.ts';
import {
  type Place,
  asFields,
  buildBody,
  createBody,
  makePlace,
  post,
  startIn,
  textOf,
} from '../testing/support.ts';
import { type Opened, open as openPage, press as pressButton } from '../testing/page.ts';

let place: Place;
let sandbox: RunningSandbox;

beforeAll(async () => {
  place = await makePlace();
  sandbox = await startIn(place.folder);
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

const open = (path: string): Promise<Opened> => openPage(sandbox.origin + path);
const press = (path: string, fields: Readonly<Record<string, string>>): Promise<Opened> =>
  pressButton(sandbox.origin + path, fields);

async function built(order_id: string, cents = 75_000_000): Promise<string> {
  const answer = await post(sandbox.origin, 'build', buildBody({ order_id, cents }));
  return new URL(textOf(asFields(answer.body['payment_data'])['url'])).pathname;
}

describe('the payment page', () => {
  it('shows the requisites of a direct request', async () => {
    const body = createBody({ order_id: 'page-1', payment_type: 'sbp' });
    const answer = await post(sandbox.origin, 'create', body);
    const data = asFields(answer.body['payment_data']);
    const { status, text, html } = await open(new URL(textOf(data['url'])).pathname);
    expect(status).toBe(200);
    expect(text.startsWith('TEST. DO NOT PAY')).toBe(true);
    expect(html).toContain('<title>TEST. DO NOT PAY');
    expect(text).toContain('1,500.00 RUB');
    expect(text).toContain('page-1');
    expect(text).toContain(textOf(body['merchant']));
    for (const field of ['name', 'bank_name']) expect(text).toContain(textOf(data[field]));
    const shown = /<div class="number">.*?<dd>(?<groups>.*?)<\/dd>/u.exec(html)?.groups?.['groups'];
    // Without its tags the number is what the answer said, with no spaces to copy along.
    expect(shown?.replaceAll(/<[^>]+>/gu, '')).toBe(data['number']);
  });

  it('lets the payer of a built one choose, and shows the same requisites each time', async () => {
    const path = await built('page-2');
    const choice = await open(path);
    expect(choice.text).toContain('How would you like to pay?');
    expect(choice.html).toContain('<button name="method" value="any_bank">');
    expect(choice.html).not.toContain('class="number"');
    // sbp is not offered in UZS: back to the choice.
    await press(`${path}/method`, { method: 'sbp' });
    expect((await open(path)).html).toBe(choice.html);
    await press(`${path}/method`, { method: 'account_number' });
    const first = await open(path);
    expect(first.text).toContain('TEST. DO NOT PAY. Order page-2');
    expect((await open(path)).html).toBe(first.html);
    // Looking at the choice again changes nothing; taking another one does.
    expect((await open(`${path}?step=method`)).text).toContain('How would you like to pay?');
    expect((await open(path)).html).toBe(first.html);
    await press(`${path}/method`, { method: 'bankx' });
    expect((await open(path)).text).toContain('BankX card');
  });

  it('offers only methods whose limits allow the amount', async () => {
    const { html } = await open(await built('page-small', 1_000_000));
    expect(html.match(/name="method"/gu)).toHaveLength(1);
  });

  it('shows hostile text as text', async () => {
    const order_id = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`;
    const { html } = await open(await built(order_id));
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).toContain(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;amp;',
    );
  });

  it('allows its own style by hash and nothing else', async () => {
    const { html, headers } = await open(await built('page-csp'));
    const style = /<style>(?<text>[^]*?)<\/style>/u.exec(html)?.groups?.['text'] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/<script|style="|https?:/u);
  });

  it('is a page too where there is nothing, and a bill is only a direct request’s', async () => {
    const missing = await open('/pay/a3d1f0a4-7c64-4a8e-9a0b-0d6f6d1f2c11');
    expect(missing.status).toBe(404);
    expect(missing.text.startsWith('TEST. DO NOT PAY')).toBe(true);
    const id = (await built('page-bill')).split('/').at(-1) ?? '';
    expect((await fetch(`${sandbox.origin}/bill/${id}.png`)).status).toBe(404);
    expect((await fetch(`${sandbox.origin}/bill/..%2Fledger.jsonl`)).status).toBe(404);
  });

  it('still opens after a restart', async () => {
    const path = await built('page-old');
    const before = await open(path);
    const { port } = sandbox;
    await sandbox.close();
    sandbox = await startIn(place.folder, port);
    expect((await open(path)).html).toBe(before.html);
  });
});

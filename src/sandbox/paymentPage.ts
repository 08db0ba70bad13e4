import { METHOD_TEXT, displayAmount, displayTime, groupNumber } from './display.ts';
import { GO_ICON, METHOD_ICON } from './icons.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { type TransferMethod, isTransferMethod, methodsFor } from './limits.ts';
import { Markup, markup } from './markup.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import { type PaymentData, TEST_NOTICE, requisitesFor } from './paymentData.ts';

/** What the payer sees: requisites, or first a choice of methods. Made from the ledger alone, so old links keep opening. */
export function paymentPage(entry: LedgerEntry, asked: string | null): string {
  const amount = displayAmount(entry.cents);
  const content = entry.flow === 'create' ? direct(entry) : chosen(entry, asked);
  return page(
    `${amount} ${entry.currency}`,
    markup`<article class="panel">
<header class="head">
<p class="eyebrow">Amount</p>
<h1>${amount} <small>${entry.currency}</small></h1>
<dl class="facts">
<div><dt>Order</dt><dd>${entry.order_id}</dd></div>
<div><dt>Merchant</dt><dd class="mono">${entry.merchant}</dd></div>
</dl>
</header>
<section class="body">${content}</section>
</article>
<footer>Request <span class="mono">${entry.id}</span><br />Made ${displayTime(entry.at)}</footer>`,
  );
}

export function missingPage(): string {
  return page(
    'No such payment',
    markup`<article class="panel"><section class="body">
<h1 class="plain">No such payment</h1>
<p>This sandbox has no request under this address. Check that the link is whole.</p>
</section></article>`,
  );
}

function direct(entry: LedgerEntry): Markup {
  if (!isTransferMethod(entry.payment_type)) throw new Error('A direct request without a method');
  return markup`${requisites(entry.payment_type, entry.payment_data)}
<p class="links"><a href="/bill/${entry.id}.png">Open the bill as a picture</a></p>`;
}

function chosen(entry: LedgerEntry, asked: string | null): Markup {
  const methods = methodsFor(entry.currency, entry.cents);
  const method = methods.find((offered) => offered === asked);
  if (method === undefined) return choice(methods);
  return markup`${requisites(method, requisitesFor(method, entry))}
<p class="links"><a href="?">Choose another method</a></p>`;
}

function choice(methods: readonly TransferMethod[]): Markup {
  const rows = methods.map((method) => {
    const { title, hint } = METHOD_TEXT[method];
    const words = markup`<span><b>${title}</b> <i>${hint}</i></span>`;
    return markup`<li><a href="?method=${method}">${METHOD_ICON[method]}${words}${GO_ICON}</a></li>`;
  });
  return markup`<h2>How would you like to pay?</h2>
<p>The details for the transfer come next.</p>
<ul class="methods">${rows}</ul>`;
}

function requisites(method: TransferMethod, data: PaymentData): Markup {
  const { title, hint, number } = METHOD_TEXT[method];
  const rows = [
    ['Recipient', data.name],
    ['Bank', data.bank_name],
    ['BIC', data.bic],
    ['Payment reason', data.payment_reason],
  ] as const;
  return markup`<h2>${title}</h2>
<p>${hint}</p>
<dl class="requisites">
${data.number === undefined ? null : numberRow(number, data.number)}
${rows.map(([label, value]) => (value === undefined ? null : plainRow(label, value)))}
</dl>
<p class="hint">Tap a value to select all of it.</p>`;
}

/** Grouped by margins, not by spaces: selected and copied, it is digits alone. */
function numberRow(label: string, number: string): Markup {
  const groups = groupNumber(number).map((group) => markup`<span>${group}</span><wbr />`);
  return markup`<div class="number"><dt>${label}</dt><dd>${groups}</dd></div>`;
}

function plainRow(label: string, value: string): Markup {
  return markup`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function page(title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<title>${TEST_NOTICE} · ${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header class="notice"><strong>${TEST_NOTICE}</strong> This page belongs to a sandbox. Nobody receives this money.</header>
<main>${content}</main>
</body>
</html>
`.text;
}

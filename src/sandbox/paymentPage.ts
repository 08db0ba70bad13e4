import { METHOD_TEXT, displayAmount, displayTime, groupNumber } from './display.ts';
import { Markup, html } from './html.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { type TransferMethod, isTransferMethod, methodsFor } from './limits.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import { type PaymentData, TEST_NOTICE, requisitesFor } from './paymentData.ts';

/** What the payer sees: requisites, or first a choice of methods. Written from the ledger alone, so old links keep opening. */
export function paymentPage(entry: LedgerEntry, asked: string | null): string {
  return page(
    `${displayAmount(entry.cents)} ${entry.currency}`,
    html`<article class="panel">
        <header class="head">
          <p class="eyebrow">Amount to transfer</p>
          <h1>${displayAmount(entry.cents)} <small>${entry.currency}</small></h1>
          <dl class="facts">
            <div>
              <dt>Order</dt>
              <dd>${entry.order_id}</dd>
            </div>
            <div>
              <dt>Merchant</dt>
              <dd class="mono">${entry.merchant}</dd>
            </div>
          </dl>
        </header>
        <section class="body">
          ${entry.flow === 'create' ? direct(entry) : chosen(entry, asked)}
        </section>
      </article>
      <footer>
        Request <span class="mono">${entry.id}</span><br />Made ${displayTime(entry.at)}
      </footer>`,
  );
}

export function missingPage(): string {
  return page(
    'No such payment',
    html`<article class="panel">
      <section class="body">
        <h2>No such payment</h2>
        <p>This sandbox has no request under this address. Check that the link is whole.</p>
      </section>
    </article>`,
  );
}

function direct(entry: LedgerEntry): Markup {
  if (!isTransferMethod(entry.payment_type)) throw new Error('A direct request without a method');
  return html`${requisites(entry.payment_type, entry.payment_data)}
    <p class="links"><a href="/bill/${entry.id}.png">Bill image</a></p>`;
}

function chosen(entry: LedgerEntry, asked: string | null): Markup {
  const methods = methodsFor(entry.currency, entry.cents);
  const method = methods.find((offered) => offered === asked);
  if (method === undefined) return choice(methods);
  return html`${requisites(method, requisitesFor(method, entry))}
    <p class="links"><a href="?">Choose another method</a></p>`;
}

function choice(methods: readonly TransferMethod[]): Markup {
  const rows = methods.map(
    (method) =>
      html`<li>
        <a href="?method=${method}">
          ${METHOD_ICON[method]}
          <span><b>${METHOD_TEXT[method].title}</b><i>${METHOD_TEXT[method].hint}</i></span>
          ${GO_ICON}
        </a>
      </li>`,
  );
  return html`<h2>How would you like to pay?</h2>
    <p>The details to transfer to come next.</p>
    <ul class="methods">
      ${rows}
    </ul>`;
}

function requisites(method: TransferMethod, data: PaymentData): Markup {
  const text = METHOD_TEXT[method];
  const rows = [
    ['Recipient', data.name],
    ['Bank', data.bank_name],
    ['BIC', data.bic],
    ['Payment reason', data.payment_reason],
  ] as const;
  return html`<h2>${text.title}</h2>
    <p>${text.hint}</p>
    <dl class="requisites">
      ${data.number === undefined ? null : numberRow(text.number, data.number)}
      ${rows.map(([label, value]) => (value === undefined ? null : plainRow(label, value)))}
    </dl>
    <p class="hint">Tap a value to select the whole of it. Transfer exactly the amount above.</p>`;
}

/** Grouped by margins, not by spaces: selected and copied, it is digits alone. */
function numberRow(label: string, number: string): Markup {
  const groups = groupNumber(number).map((group) => html`<span>${group}</span><wbr />`);
  return html`<div class="number">
    <dt>${label}</dt>
    <dd>${groups}</dd>
  </div>`;
}

function plainRow(label: string, value: string): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

function page(title: string, content: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${TEST_NOTICE} · ${title}</title>
        <style>
          ${new Markup(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <p class="notice" role="note">
          <strong>${TEST_NOTICE}</strong> This page belongs to a sandbox. Nobody receives this
          money.
        </p>
        <main>${content}</main>
      </body>
    </html> `.text;
}

function icon(name: 'icon' | 'go', paths: Markup): Markup {
  return html`<svg class="${name}" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    ${paths}
  </svg>`;
}

const CARD_ICON = icon(
  'icon',
  html`<rect x="3" y="5" width="18" height="14" rx="3" /><path d="M3 10h18M7 15h3" />`,
);
const METHOD_ICON: Readonly<Record<TransferMethod, Markup>> = {
  any_bank: CARD_ICON,
  bankx: CARD_ICON,
  sbp: icon(
    'icon',
    html`<rect x="7" y="3" width="10" height="18" rx="2.5" /><path d="M11 17.5h2" />`,
  ),
  account_number: icon(
    'icon',
    html`<path d="M4 9.5 12 4l8 5.5M4 20h16M6.5 10v7M12 10v7M17.5 10v7" />`,
  ),
};
const GO_ICON = icon('go', html`<path d="m10 7 5 5-5 5" />`);

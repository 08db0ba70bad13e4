import type { TransferMethod } from '../limits.ts';
import type { PaymentData } from '../paymentData.ts';
import { type Markup, markup } from './markup.ts';
import type { Wording } from './wording.ts';

export function requisites(text: Wording, method: TransferMethod, data: PaymentData): Markup {
  const { title, hint, number } = text.methods[method];
  const rows = [
    [text.recipient, data.name],
    [text.bank, data.bank_name],
    [text.bic, data.bic],
    [text.reason, data.payment_reason],
  ] as const;
  return markup`<h2>${title}</h2>
<p>${hint}</p>
<dl class="requisites">
${data.number === undefined ? null : numberRow(number, data.number)}
${rows.map(([label, value]) => (value === undefined ? null : plainRow(label, value)))}
</dl>
<p class="hint">${text.select}</p>`;
}

/** Groups as people read them: a phone by its usual cuts, anything else by four. */
function groupNumber(number: string): readonly string[] {
  const phone = /^(\+[0-9])([0-9]{3})([0-9]{3})([0-9]{2})([0-9]{2})$/u.exec(number);
  if (phone !== null) return phone.slice(1);
  return number.match(/.{1,4}/gu) ?? [];
}

/** Grouped by margins, not by spaces: selected and copied, it is digits alone. */
function numberRow(label: string, number: string): Markup {
  const groups = groupNumber(number).map((group) => markup`<span>${group}</span><wbr />`);
  return markup`<div class="number"><dt>${label}</dt><dd>${groups}</dd></div>`;
}

function plainRow(label: string, value: string): Markup {
  return markup`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

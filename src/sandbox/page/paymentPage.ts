import { isTransferMethod, methodsFor } from '../limits.ts';
import { MOST_CENTS, Money } from '../money.ts';
import { requisitesFor } from '../paymentData.ts';
import { CLOCK_ICON, END_ICON, FAULT_ICON, GO_ICON, METHOD_ICON } from './icons.ts';
import { timeIn } from './language.ts';
import { Markup, markup } from './markup.ts';
import { requisites } from './requisites.ts';
import { shell } from './shell.ts';
import { type Return, type View, type Voice, pathOf, returnFor } from './view.ts';

/** What the payer sees. Made from the ledger alone, so old links keep opening. */
export function paymentPage(view: View): string {
  const { ended } = view.payment;
  if (ended === null) return framed(view, open(view));
  return framed(view, closed(view, ended, returnFor(view.entry, ended.as), false));
}

/** Right after the payer acted: on the way to the merchant, where there is a way. */
export function closingPage(view: View, goesTo: Return | null): string {
  const { ended } = view.payment;
  if (ended === null) throw new Error('A closing page before the end');
  return framed(view, closed(view, ended, goesTo, true));
}

/** A page that stands for no payment. */
export function plainPage(voice: Voice, title: string, hint: string, here = '?'): string {
  const content = markup`<article class="panel alone"><section class="body">
<h1 class="plain">${title}</h1>
<p>${hint}</p>
</section></article>`;
  return shell(voice, { title, content, here });
}

function framed(view: View, content: Markup): string {
  const { entry, payment, language, text } = view;
  const amount = Money.shown(entry.cents, language);
  const deadline =
    payment.ended === null
      ? markup`<p class="deadline">${CLOCK_ICON}<span>${text.payBy} <b>${timeIn(language, entry.expires_at)}</b></span></p>`
      : null;
  const { ended } = payment;
  const what = ended === null ? '' : `${text.ended[ended.as]} · `;
  return shell(view, {
    title: `${what}${amount} ${entry.currency}`,
    content: markup`<div class="checkout">
<section class="summary">
<p class="eyebrow">${ended === null ? text.toPay : text.amount}</p>
<h1>${amount} <small>${entry.currency}</small></h1>
${deadline}
<dl class="facts">
<div><dt>${text.order}</dt><dd>${entry.order_id}</dd></div>
<div><dt>${text.merchant}</dt><dd class="mono">${entry.merchant}</dd></div>
</dl>
</section>
<article class="panel">${content}</article>
</div>`,
    foot: markup`<p>${text.request} <span class="mono">${entry.id}</span><br />${text.made} ${timeIn(language, entry.at)}</p>`,
    here: placeOf(view),
  });
}

/** To which a language is added. Whole, for what a form answers has the form's own address. */
export function placeOf({ entry, step }: Pick<View, 'entry' | 'step'>): string {
  return `/pay/${encodeURIComponent(entry.id)}?${step === null ? '' : `step=${step}&`}`;
}

function open(view: View): Markup {
  const { entry, payment, text, step } = view;
  if (step === 'another') return another(view);
  if (entry.flow === 'create') {
    if (!isTransferMethod(entry.payment_type)) throw new Error('A direct request without a method');
    return markup`<section class="body">${requisites(text, entry.payment_type, entry.payment_data)}
<p class="links"><a href="/bill/${entry.id}.png">${text.bill}</a></p></section>
${actions(view)}`;
  }
  const method = methodsFor(entry.currency, entry.cents).find((one) => one === payment.method);
  if (method === undefined || step === 'method') return choice(view);
  return markup`<section class="body">${requisites(text, method, requisitesFor(method, entry))}
<p class="links"><a href="${pathOf(view, '', { step: 'method' })}">${text.chooseAnother}</a></p></section>
${actions(view)}`;
}

function choice(view: View): Markup {
  const { entry, text } = view;
  const rows = methodsFor(entry.currency, entry.cents).map((method) => {
    const { title, hint } = text.methods[method];
    const words = markup`<span><b>${title}</b> <i>${hint}</i></span>`;
    return markup`<li><button name="method" value="${method}">${METHOD_ICON[method]}${words}${GO_ICON}</button></li>`;
  });
  return markup`<section class="body"><h2>${text.choose}</h2>
<p>${text.chooseHint}</p>
<form method="post" action="${pathOf(view, 'method')}"><ul class="methods">${rows}</ul></form></section>
<div class="actions">${rejecting(view)}</div>`;
}

/** Each posts a field, for a form without any is no form by its type. */
function posting(path: string, button: Markup): Markup {
  return markup`<form method="post" action="${path}"><input type="hidden" name="from" value="page" />${button}</form>`;
}

function rejecting(view: View): Markup {
  const button = markup`<button class="quiet">${view.text.reject}</button>`;
  return posting(pathOf(view, 'reject'), button);
}

function actions(view: View): Markup {
  const { text, language, isAsked } = view;
  const asked = isAsked
    ? markup`<input type="hidden" name="lang" value="${language}" />`
    : new Markup('');
  return markup`<div class="actions">
${posting(pathOf(view, 'paid'), markup`<button class="primary">${text.paid}</button>`)}
<form method="get" action="/pay/${view.entry.id}">${asked}<button class="secondary" name="step" value="another">${text.paidAnother}</button></form>
${rejecting(view)}
</div>`;
}

function another(view: View): Markup {
  const { entry, text, language, wrong } = view;
  const example = Money.shown(wrong?.fault === 'too_large' ? MOST_CENTS : entry.cents, language);
  const fault =
    wrong === null
      ? null
      : markup`<p class="fault" id="fault">${FAULT_ICON}<span>${text.faults[wrong.fault](example)}</span></p>`;
  const described = wrong === null ? 'hint' : 'fault hint';
  const invalid = wrong === null ? null : markup` aria-invalid="true"`;
  return markup`<form method="post" action="${pathOf(view, 'another')}">
<section class="body"><h2>${text.paidAnother}</h2>
<label for="amount">${text.amountPaid}</label>
<div class="field"><input id="amount" name="amount" type="text" inputmode="decimal" autocomplete="off" maxlength="60" autofocus value="${wrong?.typed ?? ''}" aria-describedby="${described}"${invalid} /><span aria-hidden="true">${entry.currency}</span></div>
${fault}
<p class="hint" id="hint">${text.amountHint}</p></section>
<div class="actions"><button class="primary">${text.confirmAmount}</button>
<a class="quiet" href="${pathOf(view)}">${text.back}</a></div>
</form>`;
}

function closed(
  view: View,
  ended: NonNullable<View['payment']['ended']>,
  goesTo: Return | null,
  isGoing: boolean,
): Markup {
  const { text } = view;
  const way =
    goesTo === null
      ? markup`<p class="hint">${text.close}</p>`
      : markup`${isGoing ? markup`<p class="hint">${text.going(goesTo.host)}</p>` : null}
<p class="return"><a class="secondary" href="${goesTo.href}" rel="noreferrer">${text.goBack}</a></p>`;
  return markup`<section class="body closing ${ended.as}">
<span class="badge">${END_ICON[ended.as]}</span>
<h2>${text.ended[ended.as]}</h2>
<p>${told(view, ended)}</p>
${way}
</section>`;
}

function told(
  { entry, language, text }: View,
  ended: NonNullable<View['payment']['ended']>,
): string {
  const money = (cents: number): string => `${Money.shown(cents, language)}\u00a0${entry.currency}`;
  if (ended.as === 'expired') return text.askAnew;
  if (ended.as === 'rejected' || ended.cents === null) return text.nothingPaid;
  return ended.cents === entry.cents
    ? text.youPaid(money(ended.cents))
    : text.youPaidOf(money(ended.cents), money(entry.cents));
}

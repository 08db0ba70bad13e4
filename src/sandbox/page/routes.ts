import { type Context, Hono } from 'hono';

import type { CallbackPlan } from '../callbacks/plan.ts';
import type { Ledger } from '../ledger.ts';
import type { End } from '../ledgerNote.ts';
import { methodsFor } from '../limits.ts';
import type { Payments } from '../payments.ts';
import { FORM_BODY } from '../formBody.ts';
import { Money } from '../money.ts';
import { type OnNode, readBody } from '../readBody.ts';
import { PAGE_POLICY } from '../securityHeaders.ts';
import { acceptedLanguage, askedLanguage } from './language.ts';
import { closingPage, paymentPage, placeOf, plainPage } from './paymentPage.ts';
import { type View, type Voice, pathOf, returnFor } from './view.ts';
import { WORDING } from './wording.ts';

export type PageOptions = {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly payments: Pick<Payments, 'of' | 'choose' | 'end'>;
  readonly callbackPlan: () => CallbackPlan;
};

/** What stays readable of the closing page before it goes on. */
const RETURN_AFTER_S = 1;
const LONGEST_TYPED = 60;

/** What `payment_data.url` opens. Plain forms: it works without a script, and allows none. */
export function createPages(options: PageOptions): Hono<OnNode> {
  const pages = new Hono<OnNode>();
  pages.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', PAGE_POLICY);
    // With no-referrer browsers send `Origin: null` with the page's own forms; other origins are told as little by this.
    context.header('Referrer-Policy', 'same-origin');
    context.header('Vary', 'Accept-Language');
  });
  pages.get('/:id', (context) => meeting(context, options, (view) => show(context, view)));
  pages.get('/:id/done', (context) => meeting(context, options, (view) => done(context, view)));
  for (const action of ['method', 'paid', 'another', 'reject']) {
    pages.get(`/:id/${action}`, (context) =>
      meeting(context, options, (view) => context.redirect(pathOf(view), 303)),
    );
  }
  pages.post('/:id/method', (context) =>
    acting(context, options, async (view, sent) => {
      const { entry } = view;
      const method = methodsFor(entry.currency, entry.cents).find((one) => one === sent['method']);
      if (method !== undefined) await options.payments.choose(entry, method);
      return context.redirect(pathOf(view), 303);
    }),
  );
  pages.post('/:id/paid', (context) =>
    acting(context, options, (view) => end(context, options, view, 'paid', view.entry.cents)),
  );
  pages.post('/:id/another', (context) =>
    acting(context, options, async (view, sent) => {
      const typed = sent['amount'] ?? '';
      const amount = Money.parse(typed, view.entry.currency);
      if (amount.ok) return end(context, options, view, 'paid', amount.cents);
      if (view.payment.ended !== null) return context.redirect(pathOf(view), 303);
      const wrong = { typed: typed.slice(0, LONGEST_TYPED), fault: amount.fault };
      return show(context, { ...view, step: 'another', wrong }, 422);
    }),
  );
  pages.post('/:id/reject', (context) =>
    acting(context, options, (view) => end(context, options, view, 'rejected', null)),
  );
  return pages;
}

type Answer = Response | Promise<Response>;

function meeting(context: Context, options: PageOptions, work: (view: View) => Answer): Answer {
  const voice = voiceOf(context, options);
  const entry = options.ledger.find(context.req.param('id') ?? '');
  if (entry === null) {
    return context.html(plainPage(voice, voice.text.missing, voice.text.missingHint), 404);
  }
  return work({
    ...voice,
    entry,
    payment: options.payments.of(entry),
    step: stepOf(context),
    wrong: null,
  });
}

type SentForm = Readonly<Record<string, string>>;

/** A page of another site may know neither the address nor press a button on it, but it costs nothing to make sure. */
function acting(
  context: Context<OnNode>,
  options: PageOptions,
  work: (view: View, sent: SentForm) => Answer,
): Answer {
  return meeting(context, options, async (view) => {
    const site = context.req.header('sec-fetch-site') ?? 'none';
    const read = await readBody(context.env.incoming, FORM_BODY);
    if (!read.ok || !['same-origin', 'none'].includes(site)) {
      const { refused, refusedHint } = view.text;
      return context.html(
        plainPage(view, refused, refusedHint, placeOf(view)),
        read.ok ? 403 : 400,
      );
    }
    const pairs = Object.entries(read.body).map(([name, value]) => [name, String(value)] as const);
    return work(view, Object.fromEntries(pairs));
  });
}

async function end(
  context: Context,
  { payments }: PageOptions,
  view: View,
  as: End,
  cents: number | null,
): Promise<Response> {
  const ended = await payments.end(view.entry, as, cents);
  // A second press goes the first one's way; one that came too late is shown what became of the page.
  const isAsAsked = ended.as === as && ended.cents === cents;
  return context.redirect(pathOf(view, isAsAsked ? 'done' : ''), 303);
}

function done(context: Context, view: View): Response {
  const { ended } = view.payment;
  if (ended === null || ended.as === 'expired') return context.redirect(pathOf(view), 303);
  const goesTo = returnFor(view.entry, ended.as);
  if (goesTo !== null) context.header('Refresh', `${RETURN_AFTER_S}; url=${goesTo.href}`);
  return context.html(closingPage(view, goesTo));
}

function show(context: Context, view: View, status: 200 | 422 = 200): Response {
  // So that a page which lies open says by itself that its time is over.
  if (view.payment.ended === null) {
    const left = Math.max(0, Date.parse(view.entry.expires_at) - Date.now());
    context.header('Refresh', `${Math.ceil(left / 1000) + 1}; url=${pathOf(view)}`);
  }
  return context.html(paymentPage(view), status);
}

function stepOf(context: Context): View['step'] {
  const step = context.req.query('step');
  return step === 'another' || step === 'method' ? step : null;
}

function voiceOf(context: Context, { callbackPlan }: PageOptions): Voice {
  const asked = askedLanguage(context.req.query('lang'));
  const language = asked ?? acceptedLanguage(context.req.header('accept-language'));
  const { paid, rejected, expired } = callbackPlan().states;
  const states = [paid, rejected, expired];
  return { language, text: WORDING[language], isAsked: asked !== null, states };
}

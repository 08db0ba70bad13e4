import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createRecordOf, intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../testing/provider.ts';
import { searchOf } from '../testing/searching.ts';

afterAll(removeTemporaryDirs);

const fieldsOf = (body: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(body));
const answering =
  (overrides: Readonly<Record<string, unknown>> = {}): Answer =>
  (call, response) => {
    response.end(JSON.stringify(createRecordOf(fieldsOf(call.body), overrides)));
  };
const silence: Answer = () => undefined;
const lost: Answer = (_, response) => void response.destroy();

let dataDir: string;
let provider: TestProvider;
let answer: Answer;
let desk: OpenedDesk;

beforeEach(async () => {
  dataDir = temporaryDir();
  answer = answering();
  provider = await startTestProvider((call, response) => answer(call, response));
  desk = await openedDesk(dataDir, provider.baseUrl);
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

const codeOf = (reply: { ok: boolean; error?: { code: string } }): string =>
  reply.ok ? 'ok' : (reply.error?.code ?? '');

describe('cancelling', () => {
  it('after sending gives the request as unknown; after the outcome it is too late', async () => {
    answer = silence;
    await desk.issue('A-1');
    await expect.poll(() => provider.posts().length).toBe(1);
    const intentId = intent('A-1');
    expect(await desk.client.call('request.cancel', { intentId })).toMatchObject({
      value: { outcome: 'unknown', reason: { code: 'cancelled_after_sending' } },
    });
    expect(codeOf(await desk.client.call('request.cancel', { intentId }))).toBe(
      'too_late_to_cancel',
    );
    const nobody = { intentId: intent('nobody') };
    expect(codeOf(await desk.client.call('request.cancel', nobody))).toBe('request_not_found');
  });

  it('that meets the answer half-way ends in one outcome, and says which', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `R-${at}`);
    answer = (call, response) => setTimeout(() => answering()(call, response), 3);
    const replies = await Promise.all(
      names.map(async (name, at) => {
        await desk.issue(name);
        await new Promise((resolve) => {
          setTimeout(resolve, at * 2);
        });
        return desk.client.call('request.cancel', { intentId: intent(name) });
      }),
    );
    const rested = await Promise.all(names.map((name) => desk.rested(name)));
    for (const [at, request] of rested.entries()) {
      const reply = replies[at];
      const isCancelled = request.outcome === 'unknown' || request.outcome === 'not_sent';
      expect(reply?.ok).toBe(isCancelled);
      if (request.outcome === 'not_sent') {
        const posts = provider.posts().filter(({ body }) => body.includes(`"${names[at]}"`));
        expect(posts).toEqual([]);
      }
    }
    expect(provider.posts().length).toBeLessThanOrEqual(names.length);
  });
});

describe('a payment link', () => {
  const linkOf = intent('A-1');
  const recorded = (text: string) =>
    desk.client.call('request.recordCopy', { intentId: linkOf, part: 'url', text });
  const copied = (text: string) => desk.client.call('clipboard.copy', { text, linkOf });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://pay.example/1',
    'https://a@b.example',
  ])('that its message would not hold is neither copied nor said to be: %s', async (url) => {
    answer = answering({ payment_data: { url } });
    await desk.issue('A-1');
    expect(await desk.rested('A-1')).toMatchObject({ outcome: 'accepted' });
    expect(codeOf(await copied(url))).toBe('link_not_safe');
    expect(codeOf(await recorded(url))).toBe('link_not_safe');
    expect(await desk.rested('A-1')).toMatchObject({ lastCopiedAt: null });
  });

  it('is copied where it may be opened, also at the sandbox that answered', async () => {
    await desk.issue('A-1');
    await desk.rested('A-1');
    for (const url of ['https://pay.example/1', `${provider.baseUrl}/1`]) {
      expect(await copied(url)).toMatchObject({ ok: true });
      expect(await recorded(url)).toMatchObject({ ok: true });
    }
    const nobody = { text: 'https://pay.example/1', linkOf: intent('nobody') };
    expect(codeOf(await desk.client.call('clipboard.copy', nobody))).toBe('request_not_found');
  });
});

describe('an answer with another amount', () => {
  const copy = { intentId: intent('A-1'), part: 'number', text: '0000' } as const;

  it('locks copying until both amounts were acknowledged, once and over a restart', async () => {
    answer = answering({ amount_cents: 149_999 });
    await desk.issue('A-1');
    expect(await desk.rested('A-1')).toMatchObject({ outcome: 'accepted' });
    expect(codeOf(await desk.client.call('request.recordCopy', copy))).toBe('copy_locked');
    const support = await desk.client.call('request.recordCopy', { ...copy, part: 'support' });
    expect(support).toMatchObject({ ok: true, value: { lastCopiedAt: null } });
    await desk.services.close();
    desk = await openedDesk(dataDir, provider.baseUrl);
    expect(codeOf(await desk.client.call('request.recordCopy', copy))).toBe('copy_locked');

    const intentId = intent('A-1');
    const first = await desk.client.call('request.acknowledgeAmount', { intentId });
    expect(
      first.ok && first.value.outcome === 'accepted' && first.value.amountAcknowledgedAt,
    ).toMatch(/Z$/u);
    const again = await desk.client.call('request.acknowledgeAmount', { intentId });
    expect(again).toEqual(first);
    expect(codeOf(await desk.client.call('request.recordCopy', copy))).toBe('ok');
    const history = await desk.client.call('log.history', { intentId });
    expect(history.ok && history.value.events.map(({ kind }) => kind)).toEqual([
      'prepared',
      'sending',
      'settled',
      'copied',
      'amount_acknowledged',
      'copied',
    ]);
  });

  it('locks its link for the clipboard as it does for the record', async () => {
    const url = 'https://pay.example/1';
    const link = { text: url, linkOf: intent('A-1') };
    answer = answering({ amount_cents: 149_999, payment_data: { url } });
    await desk.issue('A-1');
    await desk.rested('A-1');
    expect(codeOf(await desk.client.call('clipboard.copy', link))).toBe('copy_locked');
    await desk.client.call('request.acknowledgeAmount', { intentId: intent('A-1') });
    expect(codeOf(await desk.client.call('clipboard.copy', link))).toBe('ok');
  });

  it('locks nothing where the amount is as asked for', async () => {
    await desk.issue('A-1');
    await desk.rested('A-1');
    expect(codeOf(await desk.client.call('request.recordCopy', copy))).toBe('ok');
  });
});

describe('an answer about something else', () => {
  const NUMBER = '4000001234567899';
  const overrides = {
    external_id: 'OTHER',
    payment_data: { number: NUMBER, name: 'ANNA HOLDER', deep: [{ iban: 'X-77' }] },
    payment_bill_url: 'https://pay.example/bill/77',
  };

  it('keeps its requisites to itself until somebody has resolved it', async () => {
    answer = answering(overrides);
    await desk.issue('A-1');
    expect(await desk.rested('A-1')).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'mismatched_answer' },
    });
    const intentId = intent('A-1');
    const hidden = JSON.stringify([
      await desk.client.call('log.history', { intentId }),
      await desk.client.call('log.search', searchOf()),
      desk.events,
    ]);
    for (const text of [NUMBER, 'ANNA HOLDER', 'X-77', 'bill/77'])
      expect(hidden).not.toContain(text);
    expect(hidden).toContain('OTHER');
    expect(hidden).toContain('payment_data');
    const copy = { intentId, part: 'number', text: NUMBER } as const;
    expect(codeOf(await desk.client.call('request.recordCopy', copy))).toBe('copy_locked');
    expect(codeOf(await desk.client.call('request.reveal', { intentId }))).toBe('copy_locked');
    expect(await desk.client.call('log.search', searchOf({ text: NUMBER }))).toMatchObject({
      value: { rows: [], matches: { count: 0 } },
    });

    const finding = { kind: 'absent' } as const;
    await desk.client.call('request.resolve', { intentIds: [intentId], finding, note: '' });
    expect(JSON.stringify(await desk.client.call('log.history', { intentId }))).toContain(NUMBER);
  });

  it('is noticed by an id that belongs to another request', async () => {
    const id = '77777777-2222-4333-8444-555555555555';
    answer = answering({ id, payment_data: { number: NUMBER } });
    await desk.issue('A-1');
    await desk.rested('A-1');
    await desk.issue('A-2');
    expect(await desk.rested('A-2')).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'id_already_used' },
    });
    const history = await desk.client.call('log.history', { intentId: intent('A-2') });
    expect(JSON.stringify(history)).not.toContain(NUMBER);
  });
});

describe('what somebody leaves on a request', () => {
  it('is told to the page, and found in the log', async () => {
    await desk.issue('A-1');
    await desk.rested('A-1');
    const intentId = intent('A-1');
    const before = desk.events.length;
    await desk.client.call('request.reveal', { intentId });
    await desk.client.call('request.note', { intentId, text: ' Ждёт до пяти ' });
    const flagged = await desk.client.call('request.flag', { intentId, flagged: true });
    expect(flagged).toMatchObject({ value: { outcome: 'accepted', flagged: true } });
    expect(desk.events.slice(before)).toMatchObject([
      { name: 'request.changed' },
      { name: 'request.changed' },
      { name: 'request.changed', request: { flagged: true } },
    ]);
    const history = await desk.client.call('log.history', { intentId });
    expect(history.ok && history.value.events.slice(3)).toMatchObject([
      { kind: 'revealed' },
      { kind: 'noted', text: 'Ждёт до пяти' },
      { kind: 'flagged', flagged: true },
    ]);
    expect(await desk.client.call('log.rowsOf', { intentIds: [intentId] })).toMatchObject({
      value: [{ isFlagged: true }],
    });
    const nobody = { intentId: intent('nobody') };
    expect(codeOf(await desk.client.call('request.reveal', nobody))).toBe('request_not_found');
  });
});

describe('resolving', () => {
  it('closes many at once or none, and frees their orders', async () => {
    answer = lost;
    for (const name of ['A-1', 'A-2']) {
      await desk.issue(name);
      await desk.rested(name);
    }
    answer = answering();
    await desk.issue('A-3');
    await desk.rested('A-3');
    const resolve = (names: readonly string[]) =>
      desk.client.call('request.resolve', {
        intentIds: names.map(intent),
        finding: { kind: 'absent' },
        note: 'asked by phone',
      });
    expect(codeOf(await resolve(['A-1', 'A-3']))).toBe('not_resolvable');
    expect(codeOf(await desk.issue('A-1 again', { order: 'A-1' }))).toBe('order_open');

    const before = desk.events.length;
    expect(await resolve(['A-1', 'A-2', 'A-1'])).toMatchObject({
      ok: true,
      value: [
        { outcome: 'unknown', resolution: { kind: 'absent', note: 'asked by phone' } },
        { outcome: 'unknown', resolution: { kind: 'absent' } },
      ],
    });
    expect(desk.events.slice(before).map(({ name }) => name)).toEqual([
      'request.changed',
      'request.changed',
    ]);
    expect(codeOf(await resolve(['A-1']))).toBe('not_resolvable');
    expect(codeOf(await desk.issue('A-1 again', { order: 'A-1' }))).toBe('ok');
  });

  it('as found keeps what was typed by hand', async () => {
    answer = lost;
    await desk.issue('A-1');
    await desk.rested('A-1');
    const finding = {
      kind: 'found',
      remoteId: '99999999-2222-4333-8444-555555555555',
      typedByHand: { number: '4000', name: 'ANNA' },
    } as const;
    const intentIds = [intent('A-1')];
    expect(
      await desk.client.call('request.resolve', { intentIds, finding, note: '' }),
    ).toMatchObject({
      value: [{ outcome: 'unknown', resolution: finding }],
    });
  });
});

describe('issuing again for an unknown', () => {
  it('takes the old order id typed, links both, and is the only way past the block', async () => {
    answer = lost;
    await desk.issue('A-1');
    await desk.rested('A-1');
    answer = answering();
    const of = intent('A-1');
    const again = (confirmation: string, order = 'A-1') =>
      desk.issue('new', { order, reissue: { of, confirmation } });
    expect(codeOf(await desk.issue('new', { order: 'A-1' }))).toBe('order_open');
    expect(codeOf(await again('A-2'))).toBe('confirmation_mismatch');
    expect(codeOf(await again(''))).toBe('confirmation_mismatch');
    expect(provider.posts()).toHaveLength(1);

    expect(await again('A-1')).toMatchObject({ ok: true, value: { request: { reissueOf: of } } });
    expect(await desk.rested('new')).toMatchObject({ outcome: 'accepted' });
    expect(provider.posts()).toHaveLength(2);
    const told = desk.events.findLast(
      (event) => event.name === 'request.changed' && event.request.intentId === of,
    );
    expect(told).toMatchObject({
      request: { resolution: { kind: 'reissued', asIntentId: intent('new') } },
    });
    const history = await desk.client.call('log.history', { intentId: of });
    expect(history.ok && history.value.related.map(({ intentId }) => intentId)).toEqual([
      intent('new'),
    ]);
    // The same call again is the same request.
    expect(codeOf(await again('A-1'))).toBe('ok');
    expect(codeOf(await desk.issue('new', { order: 'A-1' }))).toBe('intent_conflict');
    expect(provider.posts()).toHaveLength(2);
  });

  it('is refused for what is no open unknown', async () => {
    await desk.issue('A-1');
    await desk.rested('A-1');
    const reissue = (name: string) => ({ of: intent(name), confirmation: name });
    expect(codeOf(await desk.issue('x', { reissue: reissue('A-1') }))).toBe('not_resolvable');
    expect(codeOf(await desk.issue('x', { reissue: reissue('A-9') }))).toBe('request_not_found');
    expect(provider.posts()).toHaveLength(1);
  });
});

describe('after the desk was stopped with requests on their way', () => {
  it('the operator is told once, with a list', async () => {
    answer = silence;
    await desk.issue('A-1');
    await expect.poll(() => provider.posts().length).toBe(1);
    expect(await desk.client.call('recovery.report', {})).toEqual({ ok: true, value: [] });
    await desk.services.close();
    desk = await openedDesk(dataDir, provider.baseUrl);
    const report = () => desk.client.call('recovery.report', {});
    expect(await report()).toMatchObject({
      value: [{ outcome: 'unknown', reason: { code: 'interrupted_after_sending' } }],
    });
    expect(await desk.client.call('recovery.acknowledge', {})).toEqual({ ok: true, value: {} });
    expect(await report()).toEqual({ ok: true, value: [] });
    const now = await desk.client.call('log.now', { profileId: SANDBOX });
    expect(now.ok && now.value.map(({ outcome }) => outcome)).toEqual(['unknown']);
  });
});

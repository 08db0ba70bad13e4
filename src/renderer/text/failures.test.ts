import { describe, expect, it } from 'vitest';

import { pastRequestSchema } from '#shared/domain/customer.ts';
import { DRAFT_FIELDS, FIELD_FAULTS } from '#shared/domain/draft.ts';
import { type Failure, failureSchema } from '#shared/domain/failure.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import { LOG_DAMAGES, VERIFY_VERDICTS, verifyReportSchema } from '#shared/domain/logHealth.ts';
import { MONEY_FAULTS } from '#shared/domain/money.ts';
import {
  NOT_SENT_REASONS,
  REJECTED_REASONS,
  TEAM_REASONS,
  UNKNOWN_REASONS,
} from '#shared/domain/request.ts';
import { OWN_DESK } from '#shared/domain/team.ts';

import { en } from '../i18n/en.ts';
import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import { ru } from '../i18n/ru.ts';
import { requestOf } from '../testing/request.ts';
import {
  type FaultFacts,
  actionFailureText,
  failureDetail,
  failureText,
  faultText,
  moneyFaultKey,
  outcomeWords,
  teamDetailText,
} from './failures.ts';

const FACTS: FaultFacts = {
  currency: 'RUB',
  paymentType: 'sbp',
  offeredCurrencies: ['RUB', 'UZS'],
  offeredTypes: [],
  language: 'en',
};

const OPEN_INTENT = intentIdSchema.parse('11111111-2222-4333-8444-555555555555');

const PAST = pastRequestSchema.parse({
  intentId: OPEN_INTENT,
  flow: 'create',
  orderId: 'D-1',
  customer: 'cust-1',
  phone: null,
  cents: 150_000,
  currency: 'RUB',
  paymentType: 'sbp',
  outcome: 'unknown',
  mayExist: true,
  createdAt: '2026-11-15T10:00:00.000Z',
});

function everyFailure(): readonly Failure[] {
  const [plain] = failureSchema.options;
  return [
    ...plain.shape.code.options.map((code): Failure => ({ code, detail: null })),
    { code: 'invalid_fields', faults: [] },
    ...(['prepared', 'sending', 'unknown'] as const).map((openOutcome): Failure => ({
      code: 'order_open',
      orderId: 'D-1',
      openIntentId: OPEN_INTENT,
      openOutcome,
    })),
    { code: 'unanswered_before', past: PAST },
    { code: 'issued_before', why: 'order_used', past: PAST, isTyped: true },
    { code: 'issued_before', why: 'same_lately', past: PAST, isTyped: false },
  ];
}

/** A key without words is said as it is. */
const isWording = (text: string): boolean => text.includes(' ') && !text.includes('{{');

it('hundreds of payment types are summed up', () => {
  const offeredTypes = Array.from({ length: 500 }, (_, at) => `type-${at}`);
  const fault = { field: 'payment_type', code: 'type_not_offered', limit: null } as const;
  const facts = { ...FACTS, offeredTypes };
  const text = faultText({ ...fault, force: 'refuse' }, facts, sayOf(createI18n('en')));
  expect(text).toContain('type-9, and 490 more');
  expect(text).not.toContain('type-10');
});

describe.each([
  ['en', en],
  ['ru', ru],
] as const)('wording in %s', (language, words) => {
  const say = sayOf(createI18n(language));

  it('has words for every failure', () => {
    const texts = everyFailure().map((failure) => failureText(failure, say));
    expect(texts.filter((text) => !isWording(text))).toEqual([]);
  });

  it('names the row of a file that cannot be read, and nothing that a library said', () => {
    const refused = { code: 'import_refused', reason: 'damaged' } as const;
    const inRow = failureText({ ...refused, detail: '17' }, say);
    expect(inRow).toContain('17');
    const library = { ...refused, detail: 'invalid distance too far back' };
    expect(failureText(library, say)).toBe(words['import.refused.damaged']);
    expect(inRow).toContain(words['import.refused.damaged']);
    expect(failureDetail(library)).toBeNull();
  });

  it('has words of its own for every way a keychain fails', () => {
    const codes = [
      'vault_unavailable',
      'vault_locked',
      'vault_denied',
      'vault_timed_out',
      'vault_store_changed',
      'secret_not_stored',
      'secret_missing',
      'secret_unusable',
    ] as const;
    const texts = codes.map((code) => failureText({ code, detail: null }, say));
    expect(new Set(texts).size).toBe(codes.length);
  });

  it('has words for every fault of every field, refusing and warning', () => {
    for (const field of DRAFT_FIELDS) {
      for (const code of FIELD_FAULTS) {
        for (const force of ['refuse', 'warn'] as const) {
          const text = faultText(
            { field, code, force, limit: 50_000 },
            { ...FACTS, language },
            say,
          );
          expect(text).toSatisfy(isWording);
        }
      }
    }
  });

  it('names the bound that was crossed', () => {
    const fault = {
      field: 'cents',
      code: 'above_maximum',
      force: 'refuse',
      limit: 15_000_000,
    } as const;
    const text = faultText(fault, { ...FACTS, language }, say);
    expect(text).toContain(language === 'ru' ? '150\u00a0000,00 RUB' : '150\u00a0000.00 RUB');
  });

  it('has words for every outcome’s reason and every money fault', () => {
    const reasons = [...REJECTED_REASONS, ...NOT_SENT_REASONS, ...TEAM_REASONS, ...UNKNOWN_REASONS];
    const keys = [
      ...reasons.map((reason) => `reason.${reason}` as const),
      ...MONEY_FAULTS.map(moneyFaultKey),
    ];
    expect(keys.map((key) => say(key, { type: 'sbp' })).filter((text) => !isWording(text))).toEqual(
      [],
    );
  });

  it('has words for every damage, every verdict and every standing of the key', () => {
    const values = { seq: 7, count: 12 };
    const texts = [
      ...LOG_DAMAGES.map((damage) => say(`health.damage.${damage}`)),
      ...VERIFY_VERDICTS.map((verdict) => say(`verify.${verdict}`, values)),
      ...verifyReportSchema.shape.key.options.map((key) => say(`verify.key.${key}`)),
    ];
    expect(texts.filter((text) => !isWording(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('says of an action that nothing changed, where issuing says that nothing was sent', () => {
    const failure: Failure = { code: 'not_recorded', detail: null };
    expect(actionFailureText(failure, say)).not.toBe(failureText(failure, say));
    const texts = everyFailure().map((each) => actionFailureText(each, say));
    expect(texts.filter((text) => !isWording(text))).toEqual([]);
  });

  it('has no empty wording', () => {
    expect(Object.entries(words).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

describe('what the server of the team said about a request that was not sent', () => {
  const say = sayOf(createI18n('en'));

  it('names the desk that has the order, and since when by the clock of this machine', () => {
    const detail = 'north (TZV), 2026-11-18T04:09:06.339Z';
    expect(teamDetailText('order_claimed', detail, 'en', say)).toMatch(
      /^Desk north \(TZV\) has it since 1[78] Nov, \d\d:\d\d\.$/u,
    );
  });

  it('does not speak of this desk as of another one', () => {
    const detail = 'this desk, 2026-11-18T04:09:06.339Z';
    expect(teamDetailText('order_claimed', detail, 'en', say)).toMatch(
      /^Another request of this desk has it since 1[78] Nov, \d\d:\d\d\.$/u,
    );
  });

  it('is a sentence where the desk itself is shut out, and stays a technical detail elsewhere', () => {
    const text = (detail: string): string | null =>
      teamDetailText('team_refused', detail, 'en', say);
    expect(text('login_closed')).toBe(text('revoked'));
    expect(text('frozen')).toMatch(/^This desk is frozen/u);
    expect(text('timed_out: no answer')).toBeNull();
    expect(teamDetailText('order_claimed', '?', 'en', say)).toBeNull();
    expect(teamDetailText('tls_failed', 'frozen', 'en', say)).toBeNull();
  });
});

describe.each([
  {
    language: 'en',
    confirms: /did not confirm/u,
    refuses: /allow|permit|refuse/u,
    otherDesk: /another desk|that desk/iu,
    alone: /alone/u,
    later: /later/u,
    reader: /\byou\b/u,
  },
  {
    language: 'ru',
    confirms: /не подтвердил/u,
    refuses: /разреш|отказ|запрет/u,
    otherDesk: /другого рабочего места|на том месте/iu,
    alone: /отдельно/u,
    later: /позже/u,
    reader: /(?<!\p{L})вы(?!\p{L})/iu,
  },
] as const)('what is said in $language', ({ language, ...words }) => {
  const say = sayOf(createI18n(language));

  /** All that a card says of a request that was not sent. */
  function saidOf(code: (typeof TEAM_REASONS)[number], detail: string): string {
    const reason = { code, httpStatus: null, detail };
    const request = requestOf({ outcome: 'not_sent', reason });
    if (request.outcome !== 'not_sent') throw new Error(request.outcome);
    const { happened, undone, next } = outcomeWords(request);
    const facts = teamDetailText(code, detail, language, say) ?? '';
    return [say(undone), say(happened), say(next), facts].join(' ');
  }

  it('a server that does not answer confirmed nothing, and refused nothing', () => {
    const said = saidOf('team_refused', 'timed_out: No answer within 2000 ms.');
    expect(said).toMatch(words.confirms);
    expect(said).not.toMatch(words.refuses);
  });

  it('no sentence of an order that this desk has itself speaks of another desk', () => {
    const since = '2026-11-18T04:09:06.339Z';
    expect(saidOf('order_claimed', `${OWN_DESK}, ${since}`)).not.toMatch(words.otherDesk);
    expect(saidOf('order_claimed', `night (Q9T), ${since}`)).toContain('night (Q9T)');
  });

  it('a revoked desk is told so, and not to try again later; no desk is said to go on alone', () => {
    const text = (detail: string): string => failureText({ code: 'team_unreachable', detail }, say);
    const revoked = text('login_closed: role "desk_north" is not permitted to log in');
    expect(revoked).toBe(say('reason.team.revoked'));
    expect(revoked).not.toMatch(words.later);
    const silent = text('timed_out: No answer within 2000 ms.');
    expect(silent).toMatch(words.later);
    expect(silent).not.toMatch(words.alone);
  });

  it('the lock of an unknown is not said to wait for its reader, who may be one that may not resolve', () => {
    for (const key of ['undone.unknown', 'cancel.after'] as const) {
      expect(say(key, { order: 'D-1' })).not.toMatch(words.reader);
    }
  });
});

describe('both languages', () => {
  const stem = (key: string): string => key.replace(/_(?:one|few|many|other)$/u, '');
  const placeholders = (text: string): readonly string[] =>
    [...text.matchAll(/\{\{(?<name>\w+)\}\}/gu)].map((match) => match[1] ?? '').toSorted();

  it('say the same things with the same values', () => {
    const english = new Map(Object.entries(en).map(([key, text]) => [stem(key), text]));
    const different = Object.entries(ru).filter(
      ([key, text]) =>
        placeholders(text).join() !== placeholders(english.get(stem(key)) ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it('count in Russian as Russian counts', () => {
    const say = sayOf(createI18n('ru'));
    expect([1, 2, 5, 21, 112].map((count) => say('now.recent', { count }))).toEqual([
      '1 недавняя',
      '2 недавние',
      '5 недавних',
      '21 недавняя',
      '112 недавних',
    ]);
  });
});

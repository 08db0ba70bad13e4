import { CHECK_STEPS, type CheckCode, type CheckStep } from '#shared/domain/connectionCheck.ts';

import type { Language, Say, WordKey } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';

/** Codes with something to try. The others mean success, or that the step was not reached. */
const WITH_NEXT = [
  'address_loopback',
  'dns_failed',
  'proxy_failed',
  'tls_expires_soon',
  'tls_expired',
  'tls_wrong_name',
  'tls_untrusted',
  'tls_failed',
  'connection_refused',
  'connection_timed_out',
  'connection_failed',
  'http_redirect',
  'http_unauthorised',
  'http_not_found',
  'http_refused',
  'http_server_error',
  'http_not_http',
  'http_no_answer',
  'limits_empty',
  'limits_not_json',
  'not_recognised',
  'clock_off',
  'signature_refused',
  'signature_secret_missing',
  'signature_vault_failed',
  'signature_secret_unusable',
] as const satisfies readonly CheckCode[];

/** Shown beneath the sentence; what the sentence itself names is not said twice. */
const FACTS = [
  'addresses',
  'proxy',
  'from',
  'protocol',
  'subject',
  'issuer',
  'validUntil',
  'location',
  'currencies',
  'message',
  'fault',
  'detail',
] as const;

const FAULTS = [
  'locked',
  'denied',
  'unavailable',
  'timed_out',
  'wrong_read_back',
  'store_changed',
] as const;
const FROM = ['profile', 'environment', 'system', 'this_machine'] as const;

export type FactLine = { readonly name: string; readonly value: string };

export function seenText({ code, facts }: CheckStep, say: Say): string {
  return say(`check.code.${code}`, facts);
}

export function nextKey(code: CheckCode): WordKey | null {
  const found = WITH_NEXT.find((known) => known === code);
  return found === undefined ? null : `check.next.${found}`;
}

/** What to try, where the step did not go well. */
export function nextText({ code, status, facts }: CheckStep, say: Say): string | null {
  const key = status === 'ok' || status === 'skipped' ? null : nextKey(code);
  return key === null ? null : say(key, facts);
}

export function factLines({ facts }: CheckStep, say: Say, language: Language): readonly FactLine[] {
  return FACTS.flatMap((name): readonly FactLine[] => {
    const value = facts[name] ?? '';
    if (value === '') return [];
    return [{ name: say(`check.fact.${name}`), value: factText(name, value, say, language) }];
  });
}

function factText(
  name: (typeof FACTS)[number],
  value: string,
  say: Say,
  language: Language,
): string {
  if (name === 'from') {
    const known = FROM.find((from) => from === value);
    return known === undefined ? value : say(`check.from.${known}`);
  }
  if (name === 'fault') {
    const known = FAULTS.find((fault) => fault === value);
    return known === undefined ? value : say(`check.fault.${known}`);
  }
  const isTime = name === 'validUntil' && !Number.isNaN(Date.parse(value));
  return isTime ? dayTimeText(value, language) : value;
}

export type CheckVerdict = 'ok' | 'warning' | 'failed';

export function verdictOf(steps: readonly CheckStep[]): CheckVerdict {
  if (steps.some(({ status }) => status === 'failed')) return 'failed';
  return steps.some(({ status }) => status === 'warning') ? 'warning' : 'ok';
}

/** The steps in words, with their facts, for a support message. */
export function reportText(
  title: string,
  steps: readonly CheckStep[],
  say: Say,
  language: Language,
): string {
  const lines = steps.flatMap((step) => {
    const number = CHECK_STEPS.indexOf(step.step) + 1;
    const next = nextText(step, say);
    const state = say(`check.status.${step.status}`);
    return [
      `${number}. ${say(`check.step.${step.step}`)}: ${state}. ${seenText(step, say)}`,
      ...factLines(step, say, language).map(({ name, value }) => `   ${name}: ${value}`),
      ...(next === null ? [] : [`   ${say('check.next', { text: next })}`]),
    ];
  });
  return [title, ...lines, ''].join('\n');
}

import { describe, expect, it } from 'vitest';

import {
  CHECK_CODES,
  CHECK_STEPS,
  type CheckCode,
  type CheckStep,
} from '#shared/domain/connectionCheck.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { factLines, nextKey, nextText, reportText, seenText, verdictOf } from './checkText.ts';

/** After these there is nothing to mend. */
const ALL_WELL: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'address_ok',
  'dns_ok',
  'dns_not_needed',
  'dns_by_proxy',
  'proxy_none',
  'proxy_used',
  'tls_ok',
  'tls_none',
  'http_ok',
  'limits_ok',
  'recognised',
  'mapped',
  'clock_ok',
  'clock_untold',
  'signature_accepted',
  'signature_not_exercised',
  'not_reached',
]);

const FACTS = {
  url: 'https://pay.example/api',
  host: 'pay.example',
  address: 'pay.example:443',
  days: '9',
  status: '401',
  ms: '35',
  bytes: '512',
  entries: '4',
  seconds: '75',
} as const;

const stepOf = (code: CheckCode, status: CheckStep['status'] = 'failed'): CheckStep => ({
  step: 'http',
  status,
  code,
  facts: FACTS,
});

describe.each(['en', 'ru'] as const)('words of a check in %s', (language) => {
  const say = sayOf(createI18n(language));

  it.each(CHECK_CODES)('%s says what was seen', (code) => {
    const text = seenText(stepOf(code), say);
    expect(text).toMatch(/\s/u);
    expect(text).not.toMatch(/\{\{|undefined|check\./u);
  });

  it.each(CHECK_CODES.filter((code) => !ALL_WELL.has(code)))('%s says what to try', (code) => {
    const text = nextText(stepOf(code), say);
    expect(text).toMatch(/\s.*\.$/u);
    expect(text).not.toContain('{{');
  });

  it.each(CHECK_STEPS)('the step %s has a name', (step) => {
    expect(say(`check.step.${step}`)).not.toContain('check.');
  });
});

describe('a check in words', () => {
  const say = sayOf(createI18n('en'));

  it('has nothing to try where all is well', () => {
    expect([...ALL_WELL].filter((code) => nextKey(code) !== null)).toEqual([]);
    expect(nextText(stepOf('address_loopback', 'ok'), say)).toBeNull();
  });

  it('leaves out facts that were not seen', () => {
    const step: CheckStep = {
      step: 'tls',
      status: 'failed',
      code: 'tls_failed',
      facts: { host: 'a', subject: '', issuer: 'Some CA', detail: 'reset' },
    };
    expect(factLines(step, say, 'en')).toEqual([
      { name: 'Issued by', value: 'Some CA' },
      { name: 'Detail', value: 'reset' },
    ]);
  });

  it('is as bad as its worst step', () => {
    expect(verdictOf([stepOf('http_ok', 'ok')])).toBe('ok');
    expect(verdictOf([stepOf('clock_off', 'warning'), stepOf('http_ok', 'ok')])).toBe('warning');
    expect(verdictOf([stepOf('clock_off', 'warning'), stepOf('dns_failed')])).toBe('failed');
  });

  it('is copied with numbers, facts and what to try', () => {
    const step: CheckStep = {
      step: 'dns',
      status: 'failed',
      code: 'dns_failed',
      facts: { host: 'pay.example', addresses: '', detail: 'ENOTFOUND' },
    };
    const report = reportText('Merchant', [step], say, 'en');
    expect(report).toMatch(
      /^Merchant\n2\. DNS: failed\. pay\.example was not found\.\n {3}Detail: ENOTFOUND\n {3}Next: /u,
    );
  });
});

import { randomUUID } from 'node:crypto';

import { afterAll, expect, it } from 'vitest';

import { NO_EYES_RULES } from '#shared/domain/eyes.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import type { Approval, Operator } from '#shared/domain/operator.ts';

import { OPERATOR, preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { openTestLog } from '../../testing/log.ts';
import type { W1Eyes } from '../port.ts';
import { preparedDigest } from './fourEyes.ts';

afterAll(removeTemporaryDirs);

const AUTHOR: Operator = { ...OPERATOR, personId: randomUUID() };
const OTHER: Operator = { ...OPERATOR, name: 'Boris', personId: randomUUID() };
const BY = { origin: 'https://provider.example', digestKey: 'key of the run' };
const prepared = { ...preparedOf('a'), operator: AUTHOR };

function eyesWith(more: Partial<Approval>): W1Eyes {
  const digest = preparedDigest(prepared, BY);
  const at = '2026-11-17T10:00:00.000Z';
  const own = { approvalId: randomUUID(), digest, by: OTHER, at, how: 'witnessed' as const };
  return { ...BY, approval: { ...own, ...more } };
}

/** Core looks for an approval first; W1 must not rely on it. */
it('W1 itself refuses an approval of another body, by the author, or by no person', async () => {
  const log = await openTestLog(temporaryDir());
  try {
    const pin = { salt: 's', hash: 'h', cost: { N: 2, r: 1, p: 1 }, pepper: 'p' };
    const body = { personId: OTHER.personId ?? '', operator: OPERATOR, name: 'Boris', pin };
    const added = { kind: 'person_added' as const, body: { ...body, role: 'supervisor' as const } };
    const code = { operator: OPERATOR, code: { salt: 's', hash: 'h' } };
    const people = await log.recordPeople([added, { kind: 'supervisor_code', body: code }]);
    expect(people).toMatchObject({ ok: true });
    const rules = { ...NO_EYES_RULES, amountFrom: { RUB: minorUnitsSchema.parse(1) } };
    expect(await log.setEyesRules(OTHER, prepared.profileId, rules)).toMatchObject({ ok: true });
    const needed = { ok: false, error: { code: 'approval_needed', reasons: ['amount'] } };
    const otherBody = preparedDigest({ ...preparedOf('b'), operator: AUTHOR }, BY);
    expect(await log.prepare(prepared, '', { ...BY, approval: null })).toMatchObject(needed);
    for (const wrong of [{ digest: otherBody }, { by: AUTHOR }, { by: OPERATOR }]) {
      expect(await log.prepare(prepared, '', eyesWith(wrong))).toMatchObject(needed);
    }
    expect(await log.find(prepared.intentId)).toBeNull();
    expect(await log.prepare(prepared, '', eyesWith({}))).toMatchObject({ ok: true });
  } finally {
    await log.close();
  }
});

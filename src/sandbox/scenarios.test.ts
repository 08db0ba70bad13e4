import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ask, bodyFor } from './testing/wire.ts';
import { type Scenarios, createScenarios } from './scenarios.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { MERCHANT, type Place, SECRET, asFields, makePlace } from './testing/support.ts';

const SLOW_MS = 120;

let place: Place;
let sandbox: RunningSandbox;
let scenarios: Scenarios;
beforeEach(async () => {
  place = await makePlace();
  scenarios = createScenarios(SLOW_MS);
  sandbox = await startSandbox({
    port: 0,
    ledgerFile: join(place.folder, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
    faults: scenarios,
  });
});
afterEach(async () => {
  await sandbox.close();
  await place.remove();
});

const issue = (order: string, flow: 'create' | 'build' = 'create') =>
  ask(sandbox.origin, flow, bodyFor(flow, order));
const isRecorded = (order: string) => sandbox.ledger().some((entry) => entry.order_id === order);
const jsonOf = (body: Buffer) => asFields(JSON.parse(body.toString('utf8')));

describe('a scenario', () => {
  it.each([
    ['plain', 200, true],
    ['no_requisites', 200, false],
    ['refused', 422, false],
    ['changed_amount', 200, true],
    ['slow', 200, true],
    ['lost_answer', null, true],
    ['unreadable_answer', 200, true],
  ] as const)('%s: status %s, recorded: %s', async (scenario, status, recorded) => {
    scenarios.arm('A-1', scenario);
    const startedMs = performance.now();
    const seen = await issue('A-1');
    expect(seen.status).toBe(status);
    expect(isRecorded('A-1')).toBe(recorded);
    const tookMs = performance.now() - startedMs;
    if (scenario === 'slow') expect(tookMs).toBeGreaterThanOrEqual(SLOW_MS);
    if (scenario === 'no_requisites') expect(jsonOf(seen.body)).toMatchObject({ code: 'NO_REQ' });
    if (scenario === 'changed_amount') expect(jsonOf(seen.body)['amount_cents']).toBe(149_999);
    if (scenario === 'unreadable_answer') expect(seen.body.toString()).toContain('<!doctype html>');
  });

  it('is of one order and happens once', async () => {
    scenarios.arm('A-1', 'refused');
    expect((await issue('A-2')).status).toBe(200);
    expect((await issue('A-1')).status).toBe(422);
    expect((await issue('A-1')).status).toBe(200);
  });

  it('that build cannot have leaves its answer as it is: it returns no amount', async () => {
    scenarios.arm('B-1', 'changed_amount');
    expect((await issue('B-1', 'build')).status).toBe(200);
    scenarios.arm('B-2', 'lost_answer');
    expect((await issue('B-2', 'build')).status).toBeNull();
    expect(isRecorded('B-2')).toBe(true);
  });

  it('is armed from inside alone: there is no door to it over the network', async () => {
    const headers = { authorization: 'Bearer undefined', 'content-type': 'application/json' };
    for (const path of ['/admin/faults', '/admin']) {
      const answer = await fetch(`${sandbox.origin}${path}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(answer.status).toBe(404);
    }
  });

  it('of a slow answer does not hold up the desk that closes', async () => {
    const patient = createScenarios(60_000);
    const held = await startSandbox({
      port: 0,
      ledgerFile: join(place.folder, 'held.jsonl'),
      merchants: [{ merchant: MERCHANT, secret: SECRET }],
      faults: patient,
    });
    patient.arm('A-1', 'slow');
    const waiting = ask(held.origin, 'create', bodyFor('create', 'A-1'));
    await expect.poll(() => held.ledger()).toHaveLength(1);
    const startedMs = performance.now();
    await held.close();
    await waiting;
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });
});

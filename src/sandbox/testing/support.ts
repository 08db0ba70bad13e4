import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type RunningSandbox, startSandbox } from '../server.ts';

export const MERCHANT = '11111111-2222-4333-8444-555555555555';
export const SECRET = 'secret';

export type Fields = Readonly<Record<string, unknown>>;

/** A valid direct request; `overrides` with undefined leave a field out. */
export function createBody(overrides: Fields = {}): Fields {
  return without({
    merchant: MERCHANT,
    order_id: 'A-1',
    cents: 150_000,
    currency: 'RUB',
    payment_type: 'any_bank',
    customer: 'cust-1',
    ...overrides,
  });
}

export function buildBody(overrides: Fields = {}): Fields {
  return without({
    merchant: MERCHANT,
    order_id: 'B-1',
    cents: 1_000_000,
    currency: 'UZS',
    payment_type: 'uzs_select',
    ...overrides,
  });
}

function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A merchant's own signer, written apart from the sandbox's verifier. */
export function sign(body: Fields, secret = SECRET): string {
  const names = Object.keys(body).toSorted();
  const text = names.map((name) => String(body[name])).join('::');
  return createHmac('sha256', secret).update(text).digest('hex');
}

export type Answer = { readonly status: number; readonly text: string; readonly body: Fields };

export async function post(
  origin: string,
  flow: 'create' | 'build',
  body: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return postRaw(origin, flow, JSON.stringify(body), { 'X-Signature': sign(body), ...headers });
}

export async function postRaw(
  origin: string,
  flow: 'create' | 'build',
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1/requests/deposit/${flow}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text,
  });
  const answered = await response.text();
  return { status: response.status, text: answered, body: asFields(JSON.parse(answered)) };
}

export function asFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('Not an object');
  return Object.fromEntries(Object.entries(value));
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Not text');
  return value;
}

/** The refusal's inside. */
export function errorOf(answer: Answer): Fields {
  return asFields(answer.body['error']);
}

export type Place = { readonly folder: string; readonly remove: () => Promise<void> };

export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-sandbox-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export function startIn(folder: string, port = 0): Promise<RunningSandbox> {
  return startSandbox({
    port,
    ledgerFile: join(folder, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
  });
}

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import { type CallbackPlan, DEFAULT_PLAN } from '#sandbox/callbacks/plan.ts';
import type { HeaderSecrets } from './companions.ts';
import { isBody } from '#sandbox/readBody.ts';

import { readPlan } from './callbacks/readPlan.ts';

const MOST_COMPLAINTS = 5;

/** null: the documented one. Throws in words that name the file and the place in it. */
export async function readDialectFile(file: string | null): Promise<Dialect> {
  if (file === null) return DEFAULT_DIALECT;
  const read = dialectSchema.safeParse(await jsonIn('--dialect', file));
  if (read.success) return read.data;
  const complaints = read.error.issues
    .slice(0, MOST_COMPLAINTS)
    .map(
      ({ path, message }) => `\n  ${path.length === 0 ? 'the whole' : path.join('.')}: ${message}`,
    );
  throw new Error(`--dialect: ${file} is not a provider format${complaints.join('')}`);
}

/** null: the default plan. Throws in words that name the file and what is wrong in it. */
export async function readPlanFile(file: string | null): Promise<CallbackPlan> {
  if (file === null) return DEFAULT_PLAN;
  const value = await jsonIn('--callbacks', file);
  const read = isBody(value) ? readPlan(value) : null;
  if (read?.ok === true) return read.value;
  const words = read === null ? 'it must be a JSON object' : read.refusal.message;
  throw new Error(`--callbacks: ${file} is not a plan of callbacks (${words})`);
}

async function jsonIn(flag: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const words = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Error(`${flag}: ${file} ${words} (${messageOf(error)})`, { cause: error });
  }
}

/** SANDBOX_HEADER_SECRETS: a JSON object of header name → value. What stands in it is never repeated in a message. */
export function readHeaderSecrets(text: string): HeaderSecrets {
  if (text === '') return {};
  const values = parsed(text);
  if (values === null) {
    throw new Error('SANDBOX_HEADER_SECRETS is not a JSON object of header names and texts');
  }
  return values;
}

function parsed(text: string): HeaderSecrets | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const pairs: readonly (readonly [string, unknown])[] = Object.entries(value);
  const texts = new Map<string, string>();
  for (const [name, own] of pairs) {
    if (typeof own !== 'string') return null;
    texts.set(name, own);
  }
  return Object.fromEntries(texts);
}

/** A secret of the kind that the format wants. */
export function newSecret({ signature }: Dialect): string {
  if (signature.algorithm === 'rsa-sha256') {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }
  return randomBytes(24).toString(
    signature.keyTransform === 'text' ? 'base64url' : signature.keyTransform,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

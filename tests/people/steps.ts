import { z } from 'zod';

import type { Role } from '../../src/shared/domain/permission.ts';
import type { Call, HostReply, RunningHost } from './hosts.ts';
import type { Story } from './story.ts';

export const PIN = '240611';
const personSchema = z.object({ personId: z.string(), name: z.string() });
export const sessionSchema = z.object({ person: personSchema.nullable() });
export const peopleSchema = z.array(personSchema);

/** A bug says what it was: it is no code that a case expects. */
export function codeOf(reply: HostReply): string {
  if (reply.ok) return 'ok';
  const { code } = reply.error;
  return code === 'internal' ? `internal ${JSON.stringify(reply.error)}` : code;
}

export async function ask<T>(
  call: Call,
  schema: z.ZodType<T>,
  ...asked: Parameters<Call>
): Promise<T> {
  const reply = await call(...asked);
  if (!reply.ok) throw new Error(`${asked[0]}: ${JSON.stringify(reply.error)}`);
  return schema.parse(reply.value);
}

/** Counts a case; one that another code answers than expected is let through. */
export function expectCode(
  { name, findings }: Pick<Story, 'name' | 'findings'>,
  what: string,
  code: string,
  ...expected: string[]
): void {
  findings.cases += 1;
  if (expected.includes(code)) return;
  findings.letThrough.push(`${name}: ${what}: ${code}, not ${expected.join(' or ')}`);
}

export async function add(boss: Call, name: string, role: Role, pin: string): Promise<string> {
  const people = await ask(boss, peopleSchema, 'people.add', { name, role, pin });
  return people.find((one) => one.name === name)?.personId ?? '';
}

export async function signedIn(host: RunningHost, personId: string, pin: string): Promise<Call> {
  const page = await host.page();
  await ask(page, sessionSchema, 'people.signIn', { personId, pin });
  return page;
}

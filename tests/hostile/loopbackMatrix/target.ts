import { z } from 'zod';

import { createInput } from '../../support/builders.ts';
import type { Desk } from '../../support/desk.ts';

const sessionSchema = z.object({
  token: z.string(),
  proof: z.object({ id: z.string(), key: z.string() }),
});

/** The desk that is attacked, and everything about it that an attacker could wish to know. */
export type Target = {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly proofId: string;
  /** Good, and not used yet: whatever spends it was let in. */
  readonly code: string;
  /** What would issue a request, if it were heard. */
  readonly issue: string;
  readonly script: string;
  readonly picture: string;
};

export async function targetOf(desk: Desk): Promise<Target> {
  const { origin, host, port } = new URL(desk.url());
  const { token, proof } = await exchange(origin, codeOf(desk.url()));
  const code = codeOf(await desk.pressEnter());
  const page = await (await fetch(`${origin}/`)).text();
  const script = /\/assets\/[\w.-]+\.js/u.exec(page)?.[0];
  const picture = /\/assets\/[\w.-]+\.svg/u.exec(page)?.[0];
  if (script === undefined || picture === undefined) throw new Error('The page has no parts');
  const issue = JSON.stringify(createInput());
  return {
    origin,
    host,
    port: Number(port),
    token,
    proofId: proof.id,
    code,
    issue,
    script,
    picture,
  };
}

export function codeOf(url: string): string {
  return new URL(url).hash.slice('#code='.length);
}

/** Throws where the code opens nothing. */
export async function exchange(origin: string, code: string) {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return sessionSchema.parse(await answer.json());
}

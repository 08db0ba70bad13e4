import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { invitationText } from '../../src/core/team/invitation.ts';
import { type InviteOptions, inviteDesk } from '../../src/core/team/server/desks.ts';
import { TeamServerError } from '../../src/core/team/server/migrate.ts';
import type { AdminSession } from '../../src/core/team/server/session.ts';
import { newCustomerKey } from '../../src/core/team/sharedCustomer.ts';

const CUSTOMER_KEY = /^[\w-]{43}$/u;

/** Prints an invitation. The first one of a team makes the file of its customer key. Returns the exit code. */
export async function invite(
  session: AdminSession,
  keyFile: string,
  options: Omit<InviteOptions, 'customerKey'>,
): Promise<number> {
  const isNew = !existsSync(keyFile);
  if (isNew) writeFileSync(keyFile, `${newCustomerKey()}\n`, { mode: 0o600, flag: 'wx' });
  const given = { ...options, customerKey: readCustomerKey(keyFile) };
  const invitation = await inviteDesk(session, given, new Date()).catch((error: unknown) => {
    if (isNew) rmSync(keyFile);
    throw error;
  });
  if (isNew) {
    console.error(
      `The team's customer key is in ${keyFile}. Every later invitation needs it. Keep it off the server.`,
    );
  }
  console.error(
    `For ${options.name} alone, until ${invitation.until}. Hand it over by a way that others cannot read:`,
  );
  console.log(invitationText(invitation));
  return 0;
}

export function readCustomerKey(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (!CUSTOMER_KEY.test(text)) throw new TeamServerError(`${file} holds no customer key.`);
  return text;
}

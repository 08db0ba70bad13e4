import { createHash } from 'node:crypto';

import { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';

/** What an administrator hands to one desk, as one line of text. A person who has the text can join in that desk's place, once. */
const invitationSchema = z.strictObject({
  teamId: z.uuid(),
  /** A name or an address: a folder would be a socket, on which the password is not protected. */
  host: z.string().regex(/^[^/\s]+$/u),
  port: z.int().min(1).max(65_535),
  database: z.string().min(1),
  login: z.string().min(1),
  /** Replaced by the desk's own at the first use. */
  password: z.string().min(1),
  /** Null: a reader, which issues nothing. */
  code: z.string().nullable(),
  /** PEM of the authority that signs the server's certificate. */
  ca: z.string().min(1),
  /** The team's root, Ed25519, SPKI in PEM: every role is signed by it or by what it signed. */
  rootKey: z.string().min(1),
  /** Under which desks share masked customers. The server never has it. */
  customerKey: z.string().min(43),
  until: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitationSchema>;

const PREFIX = 'deposit-desk-team-1';
const CHECK_LENGTH = 8;

/** Three parts with dots between them; the last one is a check for a line that was copied only in part. */
export function invitationText(invitation: Invitation): string {
  const content = Buffer.from(JSON.stringify(invitation)).toString('base64url');
  return `${PREFIX}.${content}.${checkOf(content)}`;
}

export function readInvitation(text: string): Result<Invitation, 'not_one' | 'cut_off'> {
  // Mail programs break long lines.
  const [prefix, content = '', check = ''] = text.replaceAll(/\s/gu, '').split('.');
  if (prefix !== PREFIX) return err('not_one');
  if (check !== checkOf(content)) return err('cut_off');
  const read = invitationSchema.safeParse(parsed(Buffer.from(content, 'base64url').toString()));
  return read.success ? ok(read.data) : err('not_one');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function checkOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, CHECK_LENGTH);
}

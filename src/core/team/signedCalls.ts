import { z } from 'zod';

import { type Result, ok } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import { asking } from './asking.ts';
import type { TeamConnection } from './connect.ts';
import { createSieve } from './sieve.ts';
import type { SignedPerson } from './signing.ts';

const personSchema = z.object({
  public_key: z.string(),
  role: z.string(),
  name: z.string(),
  signed_by: z.string(),
  signature: z.string(),
});

const paperSchema = z.object({
  paper_id: z.guid(),
  purpose: z.enum(['approve', 'resolve']),
  /** The desk that acts on it. */
  desk_id: z.uuid(),
  login: z.string(),
  /** The login of the desk that wrote it. */
  written_by: z.string(),
  merchant: z.string(),
  /** The intent, or the card where there is none. */
  subject: z.guid(),
  digest: z.string(),
  content: z.string(),
  expires_at: z.string(),
  /** As text: threads speak JSON. */
  recorded_at: z.date().transform((at) => at.toISOString()),
  result: z.string().nullable(),
  public_keys: z.array(z.string()),
  signatures: z.array(z.string()),
  /** One of them came from the desk that asks. */
  signed_here: z.boolean(),
});
/** As the server has it: neither its content nor its signatures are verified. */
export type TeamPaper = z.infer<typeof paperSchema>;

const saidSchema = z.object({ outcome: z.string() });

export type NewPaper = Pick<
  TeamPaper,
  'paper_id' | 'purpose' | 'desk_id' | 'merchant' | 'subject' | 'digest' | 'content' | 'expires_at'
>;

type SignedCalls = ReturnType<typeof signedCalls>;
export type SignedQuestions = ReturnType<typeof signedQuestions>;

type Asked<T> = Promise<Result<T, TeamFault>>;
type Ask = <T>(question: (calls: { readonly signed: SignedCalls }) => Asked<T>) => Asked<T>;

/** The same questions, each over the connection that is open when it is asked; answers without what bears no valid signature. */
export function signedQuestions(ask: Ask) {
  const sieve = createSieve();
  return {
    signers: async (teamId: string, rootKey: string): Asked<readonly SignedPerson[]> => {
      const found = await ask(({ signed }) => signed.signers());
      return found.ok ? ok(await sieve.people(found.value, teamId, rootKey)) : found;
    },
    papers: async (onlyOwn: boolean, teamId: string): Asked<readonly TeamPaper[]> => {
      const found = await ask(({ signed }) => signed.papers(onlyOwn));
      return found.ok ? ok(await sieve.papers(found.value, teamId)) : found;
    },
    putPerson: (person: SignedPerson) => ask(({ signed }) => signed.putPerson(person)),
    putPaper: (paper: NewPaper) => ask(({ signed }) => signed.putPaper(paper)),
    signPaper: (...signing: Parameters<SignedCalls['signPaper']>) =>
      ask(({ signed }) => signed.signPaper(...signing)),
    endPaper: (...ending: Parameters<SignedCalls['endPaper']>) =>
      ask(({ signed }) => signed.endPaper(...ending)),
  };
}

/** What people sign, and the keys by which their signatures count. */
export function signedCalls(connection: TeamConnection) {
  const { one, many } = asking(connection);
  const say = (call: string, values: readonly unknown[]) =>
    one(saidSchema, `SELECT team.${call} AS outcome`, values);
  return {
    async signers(): Asked<readonly SignedPerson[]> {
      const found = await many(personSchema, 'SELECT * FROM team.people()', []);
      return found.ok ? ok(found.value.map(personOf)) : found;
    },
    /** `recorded`, or why not. */
    putPerson: ({ publicKey, role, name, signedBy, signature }: SignedPerson) =>
      say('put_person($1, $2, $3, $4, $5)', [publicKey, role, name, signedBy, signature]),
    putPaper: (paper: NewPaper) =>
      say('put_paper($1, $2, $3, $4, $5, $6, $7, $8)', [
        paper.paper_id,
        paper.purpose,
        paper.desk_id,
        paper.merchant,
        paper.subject,
        paper.digest,
        paper.content,
        paper.expires_at,
      ]),
    /** `signed`, `gone`, or why not. */
    signPaper: (paperId: string, publicKey: string, signature: string) =>
      say('sign_paper($1, $2, $3)', [paperId, publicKey, signature]),
    /** `onlyOwn`: those that this desk acts on and has not acted on yet. */
    papers: (onlyOwn: boolean) => many(paperSchema, 'SELECT * FROM team.papers($1)', [onlyOwn]),
    endPaper: (paperId: string, result: string) => say('end_paper($1, $2)', [paperId, result]),
  };
}

function personOf({
  public_key: publicKey,
  signed_by: signedBy,
  ...said
}: z.infer<typeof personSchema>) {
  return { publicKey, signedBy, ...said } satisfies SignedPerson;
}

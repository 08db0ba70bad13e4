import { z } from 'zod';

/** Why the team's server cannot be asked, or what it refused. */
type Code =
  | 'name_not_resolved'
  | 'unreachable'
  | 'timed_out'
  /** It offers no TLS. No password was sent. */
  | 'plain_text'
  | 'wrong_host_name'
  | 'certificate_expired'
  | 'certificate_not_trusted'
  | 'tls_failed'
  /** It asked for the password itself, or for nothing, where only SCRAM bound to this TLS connection is answered. */
  | 'not_scram'
  | 'login_refused'
  | 'login_closed'
  | 'no_database'
  | 'too_many_connections'
  | 'starting'
  /** Another desk keeps a lock for too long. */
  | 'busy'
  | 'lost'
  | 'refused';

export type TeamFault = {
  readonly code: Code;
  /** The technical words, for the administrator. They hold no password. */
  readonly detail: string;
};

const BY_CODE: ReadonlyMap<string, Code> = new Map<string, Code>([
  ['ENOTFOUND', 'name_not_resolved'],
  ['EAI_AGAIN', 'name_not_resolved'],
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENOENT', 'unreachable'],
  ['ETIMEDOUT', 'timed_out'],
  ['ECONNRESET', 'lost'],
  ['EPIPE', 'lost'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong_host_name'],
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['CERT_NOT_YET_VALID', 'certificate_expired'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate_not_trusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_not_trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_not_trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate_not_trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate_not_trusted'],
  ['CERT_SIGNATURE_FAILURE', 'certificate_not_trusted'],
  // SQLSTATE, from here on.
  ['28P01', 'login_refused'],
  ['28000', 'login_closed'],
  ['3D000', 'no_database'],
  ['53300', 'too_many_connections'],
  ['57P03', 'starting'],
  ['55P03', 'busy'],
  ['40P01', 'busy'],
  ['57014', 'busy'],
  ['57P01', 'lost'],
  ['57P02', 'lost'],
]);

/** `pg` has no codes for these. */
const BY_WORDS: readonly (readonly [RegExp, Code])[] = [
  [/does not support SSL/u, 'plain_text'],
  [/^Connection terminated|not queryable|already ended/u, 'lost'],
  [/establishing an SSL|SSL routines|TLS/u, 'tls_failed'],
  [/^SASL/u, 'not_scram'],
];

const codedSchema = z.looseObject({ code: z.string() });

export function faultOf(error: unknown): TeamFault {
  const detail = error instanceof Error ? error.message : String(error);
  const coded = codedSchema.safeParse(error);
  const byCode = coded.success ? BY_CODE.get(coded.data.code) : undefined;
  const byWords = BY_WORDS.find(([words]) => words.test(detail))?.[1];
  return { code: byCode ?? byWords ?? 'refused', detail };
}

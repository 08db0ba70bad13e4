import { z } from 'zod';

import type { TeamFault } from '#shared/domain/team.ts';

type Code = TeamFault['code'];

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

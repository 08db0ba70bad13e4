import type { TeamStatement } from '#shared/domain/operator.ts';
import type { Paper } from '#shared/domain/papers.ts';

import type { Clock } from '../ports.ts';
import { type Membership, deskNameOf } from './membership.ts';
import { readCardContent, readWord } from './paperContent.ts';
import type { TeamPaper } from './signedCalls.ts';
import { type Trusted, contentHash, isSigned } from './signing.ts';

/**
 * This desk's own cards are approved by PIN at its own pages. Of those that are over, this desk's signatures are of interest. A word
 * whose signature did not reach the server was not said.
 */
export function isShown(paper: TeamPaper, own: Pick<Membership, 'login'>, clock: Clock): boolean {
  if (paper.purpose === 'resolve') return paper.written_by === own.login && paper.signed_here;
  return paper.login !== own.login && (paper.signed_here || isOpen(paper, clock));
}

export function isOpen({ result, expires_at: expiresAt }: TeamPaper, clock: Clock): boolean {
  return result === null && new Date(expiresAt).getTime() > clock.now().getTime();
}

type Signable = Pick<
  TeamPaper,
  'purpose' | 'desk_id' | 'subject' | 'digest' | 'content' | 'expires_at'
>;

export function statementOf(paper: Signable, teamId: string): TeamStatement {
  const { purpose, desk_id: deskId, subject, digest, expires_at: expiresAt } = paper;
  return {
    purpose,
    teamId,
    deskId,
    subject,
    digest,
    contentHash: contentHash(paper.content),
    expiresAt,
  };
}

export function paperOf(
  paper: TeamPaper,
  teamId: string,
  trusted: readonly Trusted[],
  clock: Clock,
): Paper {
  const statement = statementOf(paper, teamId);
  const counts = (key: string, place: number): boolean =>
    trusted.some(({ publicKey }) => publicKey === key) &&
    isSigned(statement, paper.signatures[place] ?? '', key);
  const isCard = paper.purpose === 'approve';
  const content = isCard ? readCardContent(paper.content) : null;
  const word = isCard ? null : readWord(paper.content);
  const ordered = content?.lines.find(({ what }) => what === 'order_id')?.text;
  return {
    paperId: paper.paper_id,
    purpose: paper.purpose,
    desk: deskNameOf(paper.login),
    subject: paper.subject,
    orderId: ordered ?? word?.orderId ?? null,
    finding: word?.finding.kind ?? null,
    recordedAt: paper.recorded_at,
    content,
    contentHash: contentHash(paper.content),
    expiresAt: paper.expires_at,
    isSigned: paper.public_keys.some(counts),
    isSignedHere: paper.signed_here,
    isOpen: isOpen(paper, clock),
    result: paper.result,
  };
}

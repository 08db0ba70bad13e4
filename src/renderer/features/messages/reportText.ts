import { assertNever } from '#shared/domain/result.ts';

import type { Say } from '../../i18n/i18n.ts';
import type { CopyReport } from './copyMessage.ts';
import type { NoTarget } from './target.ts';

/** What became of a press of the key, with the customer's name: the operator may be looking at another card. */
export function reportText(report: CopyReport, customer: string, say: Say): string {
  switch (report.kind) {
    case 'copied': {
      const said = say(`message.said.${report.what}.${report.outcome}`, { customer });
      return report.next === null ? said : `${said} ${say(`message.next.${report.next}`)}`;
    }
    case 'asked':
      return `${customer}: ${askedText(report, say)}`;
    case 'refused':
      return say(`message.refused.${report.why}`, { customer });
    default:
      return assertNever(report);
  }
}

type Asked = Pick<Extract<CopyReport, { kind: 'asked' }>, 'concern' | 'closed'>;

/** What has to be seen first, and what pressing again copies. */
export function askedText({ concern, closed }: Asked, say: Say): string {
  if (concern !== 'receipt' && concern !== 'partial' && concern !== 'refusal') {
    return say('message.asked', { concern: say(`message.concern.${concern}`) });
  }
  const asked = say(`message.asked.${concern}`, { state: closed?.state ?? '' });
  return closed?.isVerified === false ? `${asked} ${say('message.asked.unverified')}` : asked;
}

export function noTargetText(target: NoTarget, hide: (text: string) => string, say: Say): string {
  if (target.kind === 'none') return say('message.refused.none');
  if (target.kind === 'unread') return say('message.refused.unread');
  const { status, customer } = target.attempt;
  return say(status === 'pending' ? 'message.refused.waiting' : 'message.refused.notRecorded', {
    customer: hide(customer),
  });
}

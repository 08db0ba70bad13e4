import type { ReactNode } from 'react';

import type { HistoryEvent } from '#shared/domain/history.ts';
import type { Resolution } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useDesk } from '../../client/deskContext.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { fullTimeText, preciseClockText } from '../../text/time.ts';
import styles from './Detail.module.css';

export function Timeline({ events }: { readonly events: readonly HistoryEvent[] }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  return (
    <ol className={styles.timeline}>
      {events.map((event) => (
        <li key={event.seq} className={styles.event}>
          <time className={styles.at} dateTime={event.at} title={fullTimeText(event.at, language)}>
            {preciseClockText(event.at)}
          </time>
          <span>
            {eventText(event, say)}
            {event.kind === 'copied' && <span className={styles.copied}>{event.text}</span>}
            {event.kind === 'resolved' && event.resolution.note !== '' && (
              <span className={styles.note}>
                {say('event.note', { note: event.resolution.note })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function eventText(event: HistoryEvent, say: Say): string {
  switch (event.kind) {
    case 'prepared':
      return say('event.prepared', { operator: event.operator.name });
    case 'sending': {
      const { remoteAddress: address, tls, body } = event.sent;
      const bytes = new TextEncoder().encode(body).length;
      return tls === null
        ? say('event.sending', { address, bytes })
        : say('event.sendingTls', { address, bytes, tls });
    }
    case 'settled': {
      const outcome = say(`event.${event.outcome}`);
      if (event.answer === null) return outcome;
      const { httpStatus: status, elapsedMs: ms } = event.answer;
      return say('event.answered', { outcome, status, ms });
    }
    case 'copied':
      return say('event.copied', {
        operator: event.operator.name,
        part: say(`part.${event.part}`),
      });
    case 'amount_acknowledged':
      return say('event.amount_acknowledged', { operator: event.operator.name });
    case 'resolved':
      return resolutionText(event.resolution, say);
    case 'callback':
      return callbackText(event, say);
    default:
      return assertNever(event);
  }
}

type CallbackEvent = Extract<HistoryEvent, { kind: 'callback' }>;

/** The provider's own word, how it was matched, and whether it counts. */
function callbackText({ reading, verdict, by, contradicts }: CallbackEvent, say: Say): string {
  const { state } = reading;
  const said = state === null ? say('event.callback.noState') : say('event.callback', { state });
  if (contradicts !== null) {
    const why = say(`match.contradicts.${contradicts}`);
    return `${said} (${say('event.callback.apart', { why })})`;
  }
  if (verdict === 'bad_signature') {
    const why = say('verdict.bad_signature');
    return `${said} (${say('event.callback.apart', { why })})`;
  }
  return `${said} (${say(`match.${by}`)}, ${say(`verdict.${verdict}`)})`;
}

function resolutionText(resolution: Resolution, say: Say): string {
  const operator = resolution.operator.name;
  if (resolution.kind !== 'found') return say(`event.resolved.${resolution.kind}`, { operator });
  const word = resolution.typedByHand === null ? 'found' : 'foundTyped';
  return say(`event.resolved.${word}`, { operator, id: resolution.remoteId });
}

import type { ReactNode } from 'react';

import type { PaymentData } from '#shared/domain/deposit.ts';
import { takenAs } from '#shared/domain/callback.ts';
import type { HistoryEvent } from '#shared/domain/history.ts';
import type { Resolution } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { type Language, type Say, useSay } from '../../../i18n/i18n.ts';
import { shownVerdict } from '../../../text/callbacks.ts';
import { namedAmount } from '../../../text/paid.ts';
import { dayText, fullTimeText, preciseClockText } from '../../../text/time.ts';
import { NAMED_PARTS, type NamedPart } from '../../../text/requisites.ts';
import { type Veil, maskRequisite } from '../../../text/veil.ts';
import { LongText } from '../../../ui/LongText.tsx';
import { StatementLink } from '../../statements/StatementLink.tsx';
import { KeptPicture } from '../pictures/KeptPicture.tsx';
import styles from './Detail.module.css';

type Props = {
  readonly events: readonly HistoryEvent[];
  /** Null: revealed. */
  readonly veil: Veil | null;
};

/** Everything that ever happened to it: who, and when to the millisecond. */
export function Timeline({ events, veil }: Props): ReactNode {
  const { language } = useDesk().settings;
  return (
    <ol className="stack gap-8">
      {events.map((event, at) => {
        const day = dayText(event.at, language);
        const before = events[at - 1];
        const isNewDay = before === undefined || dayText(before.at, language) !== day;
        return (
          <li key={event.seq} className={`${styles.timed} stack gap-4-12 breakable`}>
            {isNewDay && <p className={`${styles.day} text-12 bold muted`}>{day}</p>}
            <time
              className="text-12 muted mono"
              dateTime={event.at}
              title={fullTimeText(event.at, language)}
            >
              {preciseClockText(event.at)}
            </time>
            <Said event={event} veil={veil} />
          </li>
        );
      })}
    </ol>
  );
}

type SaidProps = { readonly event: HistoryEvent; readonly veil: Veil | null };

function Said({ event, veil }: SaidProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const noted = noteOf(event);
  const account = accountOf(event);
  return (
    <div className="narrow" {...(account === null ? {} : { title: account })}>
      {eventText(event, hide, say, language)}
      {event.kind === 'copied' && event.readBack !== 'undone' && (
        <span className="block mono text-12 muted pre">
          <LongText text={hide(copiedText(event, veil))} label={say(`part.${event.part}`)} />
        </span>
      )}
      {event.kind === 'copied' && event.readBack === 'different' && (
        <span className="block unknown">{say('event.copied.different')}</span>
      )}
      {event.kind === 'corrected' && (
        <span className="block mono text-12 muted pre">
          {changedParts(event.before, event.typedByHand).map(([part, was, is]) => (
            <LongText
              key={part}
              text={hide(
                `${say(`requisite.${part}`)}: ${shown(part, was, veil)} → ${shown(part, is, veil)} `,
              )}
              label={say(`requisite.${part}`)}
            />
          ))}
        </span>
      )}
      {event.kind === 'callback' && <Worth event={event} />}
      <ByStatement event={event} />
      {event.kind === 'pictured' && <KeptPicture picture={event.picture} />}
      {noted !== null && (
        <p className="pad-6-12 above-4 pre round-8 on-soft">
          {hide(veil === null ? noted : veil(noted))}
        </p>
      )}
    </div>
  );
}

function ByStatement({ event }: Pick<SaidProps, 'event'>): ReactNode {
  if (event.kind === 'compared') {
    return (
      <span className="block">
        <StatementLink place={event.statement} />
      </span>
    );
  }
  if (event.kind !== 'resolved' || event.resolution.kind === 'reissued') return null;
  const { statement } = event.resolution;
  return statement !== undefined && <StatementLink place={statement} />;
}

type Changed = readonly [part: NamedPart, was: string, is: string];

function changedParts(was: PaymentData | null, is: PaymentData | null): readonly Changed[] {
  return NAMED_PARTS.map((part): Changed => [part, was?.[part] ?? '', is?.[part] ?? '']).filter(
    ([, before, after]) => before !== after,
  );
}

/** Until it is revealed, neither the old nor the new one can be paid to. */
function shown(part: NamedPart, text: string, veil: Veil | null): string {
  if (text === '') return '—';
  if (veil === null) return text;
  return part === 'number' || part === 'url' ? maskRequisite(text) : veil(text);
}

/** A note that an operator wrote. */
function noteOf(event: HistoryEvent): string | null {
  if (event.kind === 'noted') return event.text;
  if (event.kind === 'mismatch_settled') return event.note;
  return event.kind === 'resolved' && event.resolution.note !== '' ? event.resolution.note : null;
}

/** The name is chosen at the desk; whose account it was is the system's word. */
function accountOf(event: HistoryEvent): string | null {
  if (event.kind === 'resolved') return event.resolution.operator.account;
  return 'operator' in event ? event.operator.account : null;
}

function copiedText({ part, text }: CopiedEvent, veil: Veil | null): string {
  if (veil === null) return text;
  return part === 'number' || part === 'url' ? maskRequisite(text) : veil(text);
}

function eventText(event: HistoryEvent, hide: Veil, say: Say, language: Language): string {
  switch (event.kind) {
    case 'prepared':
      return preparedText(event, say);
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
    case 'late_answer': {
      const { httpStatus: status, elapsedMs: ms } = event.answer;
      return say('event.late', { outcome: say(`event.${event.outcome}`), status, ms });
    }
    case 'earlier_answered':
      return say('late.earlier.title');
    case 'sent_elsewhere':
      return say('elsewhere.event', { desk: event.desk });
    case 'copied':
      return say(event.readBack === 'undone' ? 'event.copied.undone' : 'event.copied', {
        operator: event.operator.name,
        part: say(`part.${event.part}`),
      });
    case 'amount_acknowledged':
      return say('event.amount_acknowledged', { operator: event.operator.name });
    case 'resolved':
      return resolutionText(event.resolution, say);
    case 'reopened':
      return say('event.reopened');
    case 'callback':
      return callbackText(event, hide, say, language);
    case 'corrected':
      return say('event.corrected', { operator: event.operator.name });
    case 'mismatch_settled':
      return say('event.mismatch_settled', {
        operator: event.operator.name,
        paid: hide(event.paid),
      });
    case 'revealed':
    case 'noted':
      return say(`event.${event.kind}`, { operator: event.operator.name });
    case 'flagged':
      return say(event.flagged ? 'event.flagged' : 'event.unflagged', {
        operator: event.operator.name,
      });
    case 'compared':
      return say(
        event.finding === null ? 'event.compared.agrees' : `log.attention.${event.finding}`,
      );
    case 'requisites_erased':
      return say('event.requisitesErased', { count: event.bodies });
    case 'pictured':
      return say('event.pictured', { operator: event.operator.name });
    case 'taken':
      return say(event.taken ? 'event.taken' : 'event.released', {
        operator: event.operator.name,
      });
    default:
      return assertNever(event);
  }
}

/** A row of a batch never repeats an unknown. */
function preparedText(
  { operator: { name: operator }, repeats, askedAbout, batchRow: row, approval }: PreparedEvent,
  say: Say,
): string {
  if (row !== undefined) return say('event.prepared.batch', { operator, row });
  const plain = askedAbout === undefined ? 'event.prepared' : 'event.prepared.asked';
  const text = say(repeats === undefined ? plain : 'event.prepared.repeats', { operator });
  if (approval === undefined) return text;
  const word = approval.how === 'signed' ? 'signed' : 'approved';
  return say(`event.prepared.${word}`, { text, name: approval.by.name });
}

type PreparedEvent = Extract<HistoryEvent, { kind: 'prepared' }>;
type CallbackEvent = Extract<HistoryEvent, { kind: 'callback' }>;
type CopiedEvent = Extract<HistoryEvent, { kind: 'copied' }>;

/** The provider's own word; how it was matched and whether it counts stands beneath. */
function callbackText(
  { reading }: CallbackEvent,
  hide: Veil,
  say: Say,
  language: Language,
): string {
  const { state } = reading;
  const amount = namedAmount(reading, language);
  const said = state === null ? say('event.callback.noState') : say('event.callback', { state });
  return amount === '' ? said : `${said}, ${say('heard.amount', { amount: hide(amount) })}`;
}

function Worth({ event }: { readonly event: CallbackEvent }): ReactNode {
  const say = useSay();
  const { verdict, by, contradicts, replayOf, reading } = event;
  const again = replayOf === null ? [] : [say('source.again')];
  if (takenAs(verdict, contradicts) === 'applied') {
    const matched = [
      say(`match.${by}`),
      say(`verdict.${shownVerdict(verdict, reading)}`),
      ...again,
    ];
    return <span className="block muted">{matched.join(' · ')}</span>;
  }
  const why =
    contradicts === null ? say(`verdict.${verdict}`) : say(`match.contradicts.${contradicts}`);
  return (
    <span className="block unknown">
      {[say('event.callback.apart', { why }), ...again].join(' · ')}
    </span>
  );
}

function resolutionText(resolution: Resolution, say: Say): string {
  const text = foundText(resolution, say);
  return resolution.operator.signed === undefined ? text : say('event.resolved.signed', { text });
}

function foundText(resolution: Resolution, say: Say): string {
  const operator = resolution.operator.name;
  if (resolution.kind !== 'found') return say(`event.resolved.${resolution.kind}`, { operator });
  const isTyped = resolution.typedByHand !== null && resolution.lateSeq === undefined;
  const word = isTyped ? 'foundTyped' : 'found';
  return say(`event.resolved.${word}`, { operator, id: resolution.remoteId });
}

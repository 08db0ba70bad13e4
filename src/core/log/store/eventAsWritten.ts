import type { LogEvent, RequestEvent } from './events.ts';
import { isRequestEvent } from './project.ts';

/**
 * An event, for readers of millions: no more than its outline is checked. For what is inside it the chain stands.
 */
export function eventAsWritten(place: Place, body: string): LogEvent {
  const parsed: unknown = JSON.parse(body);
  const written = { seq: place.seq, at: place.at, kind: place.kind, body: parsed };
  if (!isAsWritten(written)) throw new Error(`Event ${String(place.seq)} could not be read.`);
  return written;
}

export function requestEventAsWritten(place: Place, body: string): RequestEvent {
  const event = eventAsWritten(place, body);
  if (!isRequestEvent(event)) throw new Error(`Event ${event.seq} is about no request.`);
  return event;
}

type Place = Readonly<Record<'seq' | 'at' | 'kind', unknown>>;

function isAsWritten(written: Place & { readonly body: unknown }): written is LogEvent {
  const { seq, at, kind, body } = written;
  return (
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof kind === 'string' &&
    typeof body === 'object' &&
    body !== null
  );
}

import type { RequestEvent } from './events.ts';

/**
 * An event of a request, for readers of millions: no more than its outline is checked. For what is inside it the chain stands.
 */
export function requestEventAsWritten(place: Place, body: string): RequestEvent {
  const parsed: unknown = JSON.parse(body);
  const written = { seq: place.seq, at: place.at, kind: place.kind, body: parsed };
  if (!isAsWritten(written)) throw new Error(`Event ${String(place.seq)} could not be read.`);
  return written;
}

type Place = Readonly<Record<'seq' | 'at' | 'kind', unknown>>;

function isAsWritten(written: Place & { readonly body: unknown }): written is RequestEvent {
  const { seq, at, kind, body } = written;
  return (
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof kind === 'string' &&
    typeof body === 'object' &&
    body !== null &&
    'intentId' in body
  );
}

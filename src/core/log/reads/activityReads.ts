import type { Activity, ActivityFact } from '#shared/domain/activity.ts';
import { DEFAULT_RULES, type NamedPerson, type PeopleRules } from '#shared/domain/people.ts';
import { PERMISSIONS, ROLES } from '#shared/domain/permission.ts';
import { ok } from '#shared/domain/result.ts';

import type { EventOf, LogEvent } from '../store/events.ts';
import type { PlacedEvent } from '../store/eventStore.ts';
import type { Store } from '../store/store.ts';
import type { ActivityPlace } from '../../search/activity.ts';
import { read } from '../call.ts';

type Told = Pick<Activity, 'about' | 'facts'>;
type Names = ReadonlyMap<string, string>;

function everyoneIn({ events }: Store): readonly NamedPerson[] {
  const names = new Map<string, string>();
  for (const seq of events.aboutLog(['person_added', 'person_changed'])) {
    const event = events.bySeq(seq);
    if (event?.kind !== 'person_added' && event?.kind !== 'person_changed') continue;
    const { personId, name } = event.body;
    if (name !== undefined) names.set(personId, name);
  }
  return Array.from(names, ([personId, name]) => ({ personId, name }));
}

/** Settings → People → Activity: events as the list shows them, without hashes, digests and texts. */
export const activityReads = {
  /** Everyone who is or was a person of this desk, by the newest name, in the order in which they were added. */
  'people.names': read.onReader((store) => ok(everyoneIn(store)), ok([])),
  /** In the order of `places`. An event whose body was erased has its kind and time alone. */
  activityAt: read.onReader((store, places: readonly ActivityPlace[]): readonly Activity[] => {
    const names = new Map(everyoneIn(store).map(({ personId, name }) => [personId, name]));
    return places.flatMap(({ seq, failures }) => {
      const placed = store.events.placeAt(seq);
      if (placed === null) return [];
      return [{ ...shown(placed, names, store), failures }];
    });
  }, []),
};

function shown(
  { seq, at, kind, event }: PlacedEvent,
  names: Names,
  store: Store,
): Omit<Activity, 'failures'> {
  const place = { seq, at, kind };
  if (event === null) return { ...place, who: null, about: null, facts: [] };
  return { ...place, who: whoIn(event, names), ...toldBy(event, names, store) };
}

/** The operator of the event; of an attempt with a PIN the person whose PIN it was. */
function whoIn({ kind, body }: LogEvent, names: Names): Activity['who'] {
  if ('operator' in body) {
    const { name, personId = null } = body.operator;
    return { name, personId };
  }
  if (kind !== 'pin_tried') return null;
  return { name: names.get(body.personId) ?? body.personId, personId: body.personId };
}

function fact(name: string, after: string | number | boolean, before?: string): ActivityFact {
  return { name, before: before ?? null, after: String(after) };
}

function toldBy(event: LogEvent, names: Names, store: Store): Told {
  switch (event.kind) {
    case 'signed_out':
      return { about: null, facts: [fact('because', event.body.because)] };
    case 'person_added':
      return { about: event.body.name, facts: [fact('role', event.body.role)] };
    case 'person_changed':
    case 'person_unlocked':
    case 'pin_set':
    case 'code_tried':
      return { about: names.get(event.body.personId) ?? null, facts: personFacts(event) };
    case 'people_rules':
      return { about: null, facts: rulesFacts(event, store) };
    case 'revealed': {
      const request = store.projection.rows.find(event.body.intentId);
      return { about: request?.body.fields.order_id ?? null, facts: [] };
    }
    case 'exported': {
      const { file, rows, requisites } = event.body;
      return { about: file, facts: [fact('rows', rows), fact('requisites', requisites)] };
    }
    case 'retention_set':
      return { about: null, facts: [fact('days', event.body.days ?? '∞')] };
    case 'restored':
      return { about: event.body.from.name, facts: [] };
    case 'setting_changed': {
      const { what, of, changes } = event.body;
      return { about: of, facts: [fact('what', what), ...changes] };
    }
    case 'paper_signed': {
      const { desk, purpose, subject } = event.body;
      // Of a key: `person` and the role that it got.
      const [what = '', role] = purpose.split(' ');
      const facts =
        role === undefined
          ? [fact('purpose', what)]
          : [fact('purpose', what), fact('keyRole', role)];
      return { about: role === undefined ? desk : subject, facts };
    }
    case 'handed_over': {
      const { operator, to, left } = event.body;
      const open = Object.entries(left).filter(([, count]) => count > 0);
      const facts = open.map(([name, count]) => fact(`left.${name}`, count));
      return { about: null, facts: [fact('person', to.name, operator.name), ...facts] };
    }
    case 'eyes_rules':
    case 'approval_given':
    case 'approval_used':
      // The page knows the profile's name; the log does not.
      return { about: event.body.profileId, facts: knownFacts(event.body) };
    default:
      return { about: null, facts: knownFacts(event.body) };
  }
}

const PERSON_FACTS = ['name', 'role', 'isArchived', 'byCode'] as const;

function personFacts({
  body,
}: EventOf<'person_changed' | 'person_unlocked' | 'pin_set' | 'code_tried'>): ActivityFact[] {
  return PERSON_FACTS.flatMap((name) => {
    const value: unknown = Reflect.get(body, name);
    return typeof value === 'string' || typeof value === 'boolean' ? [fact(name, value)] : [];
  });
}

/** What each role got and lost against the rules before. */
function rulesFacts(
  { seq, body }: EventOf<'people_rules'>,
  { events }: Store,
): readonly ActivityFact[] {
  const endedSeq = events.newest('people_ended', seq)?.seq ?? 0;
  const earlier = events.newest('people_rules', seq - 1);
  const before = earlier !== null && earlier.seq > endedSeq ? earlier.body.rules : DEFAULT_RULES;
  const changed = ROLES.flatMap((role) =>
    PERMISSIONS.flatMap((permission) => {
      const [had, has] = [before, body.rules].map(({ roles }) => roles[role].includes(permission));
      if (had === has) return [];
      return [{ name: `${role}.${permission}`, before: String(had), after: String(has) }];
    }),
  );
  const minutes = ({ idleMinutes }: PeopleRules): string => String(idleMinutes ?? '∞');
  if (minutes(before) === minutes(body.rules)) return changed;
  return [...changed, fact('idleMinutes', minutes(body.rules), minutes(before))];
}

const KNOWN_FACTS = ['author', 'approver', 'reasons', 'how', 'change'] as const;

/** Of an approval that was used: the second person. */
function approverIn(body: object): unknown {
  return 'approval' in body && typeof body.approval === 'object'
    ? Reflect.get(body.approval ?? {}, 'by')
    : undefined;
}

/** Of kinds that other parts of the desk write: names of people and plain words, by the fields that they are known to have. */
function knownFacts(body: object): readonly ActivityFact[] {
  return KNOWN_FACTS.flatMap((name) => {
    const value: unknown = name === 'approver' ? approverIn(body) : Reflect.get(body, name);
    if (typeof value === 'string' || typeof value === 'boolean') return [fact(name, value)];
    if (Array.isArray(value)) return [fact(name, value.join(', '))];
    if (typeof value !== 'object' || value === null || !('name' in value)) return [];
    return typeof value.name === 'string' ? [fact(name, value.name)] : [];
  });
}

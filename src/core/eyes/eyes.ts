import { type EyesBook, type EyesRules, rulesFor } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Session } from '#shared/domain/people.ts';
import type { Operator } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import { isLocked } from '../log/store/peopleRows.ts';
import type { Chance } from '../ports.ts';
import { type Cards, type CardsDeps, createCards, mayApprove } from './cards.ts';
import type { LogPort } from '../log/openLog.ts';

export type EyesDeps = CardsDeps & {
  readonly log: Pick<LogPort, 'eyesBook' | 'setEyesRules'>;
  readonly events: DeskEvents;
  readonly chance: Chance;
  readonly onBug: (error: unknown) => void;
};

export type Eyes = Cards & {
  /** Of every digest of this run. */
  readonly digestKey: string;
  readonly book: () => EyesBook;
  readonly rulesOf: (profileId: ProfileId) => EyesRules;
  readonly setRules: (
    operator: Operator,
    profileId: ProfileId,
    rules: EyesRules,
  ) => Promise<Result<EyesBook, Failure>>;
  /** People who could be the second one, by name. */
  readonly approvers: () => Session['choices'];
};

const DIGEST_KEY_BYTES = 32;

/** The rules of four eyes as the log has them, and what waits for a second person. */
export async function openEyes(deps: EyesDeps): Promise<Eyes> {
  const { log, people, events, onBug } = deps;
  let book: EyesBook = {};
  async function load(): Promise<void> {
    try {
      // Of a log that breaks while the desk runs, the rules stay in force.
      book = (await log.eyesBook()) ?? book;
    } catch (error) {
      onBug(error);
    }
  }
  await load();
  const cards = createCards(deps, () => events.emit({ name: 'eyes.changed' }));
  events.onEvent((event) => {
    // The log was restored, or could be opened after all.
    if (event.name === 'health.changed') void load();
    // Rules end with the people, as `eyesBookOf` says of the log: no second person is left to ask.
    if (event.name === 'people.changed' && people.state()?.people.length === 0) {
      book = {};
      cards.clear();
    }
  });
  return {
    ...cards,
    digestKey: Buffer.from(deps.chance.bytes(DIGEST_KEY_BYTES)).toString('hex'),
    book: () => book,
    rulesOf: (profileId) => rulesFor(book, profileId),
    async setRules(operator, profileId, rules) {
      const set = await log.setEyesRules(operator, profileId, rules);
      if (set.ok) book = set.value;
      return set;
    },
    approvers: () =>
      (people.state()?.people ?? [])
        .filter((person) => !person.isArchived && mayApprove(person, people))
        .map((one) => ({ personId: one.personId, name: one.name, isLocked: isLocked(one) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}

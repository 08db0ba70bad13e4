import { type People, type PeopleDeps, openPeople } from '../people/people.ts';
import type { CorePorts } from '../ports.ts';
import { type Eyes, openEyes } from './eyes.ts';
import { type Guard, createGuard } from './guard.ts';
import type { LogPort } from '../log/openLog.ts';

type Deps = PeopleDeps & Pick<CorePorts, 'clock' | 'chance'> & { readonly log: LogPort };

type PeopleAndEyes = { readonly people: People; readonly eyes: Eyes; readonly guard: Guard };

/** Who the people are, what waits for a second one of them, and what stops until then; in the order in which they need each other. */
export async function openPeopleAndEyes(deps: Deps): Promise<PeopleAndEyes> {
  const { log, events, clock, chance, onBug } = deps;
  const people = await openPeople(deps);
  const eyes = await openEyes({ log, events, people, clock, chance, onBug });
  return { people, eyes, guard: createGuard({ eyes, log }) };
}

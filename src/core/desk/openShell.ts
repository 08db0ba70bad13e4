import type { ListenerStore } from '../callbacks/listenerStore.ts';
import type { DeskEvents } from './deskEvents.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import { type ConfirmedHosts, createConfirmedHosts } from './links/confirmedHosts.ts';
import { type JudgedFor, type RulesFor, createJudgedFor, createLinkRules } from './links/links.ts';
import type { Sessions } from '../people/sessions.ts';
import type { CorePorts, Services } from '../ports.ts';

export type ShellDeps = Pick<CorePorts, 'dataDir' | 'ownOrigins' | 'ownHosts'> & {
  readonly files: JsonFiles;
  readonly listenerStore: Pick<ListenerStore, 'list'>;
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly people: { readonly sessions: Pick<Sessions, 'endAll'> };
};

export type Shell = Pick<Services, 'setLocked' | 'show'> & {
  readonly isLocked: () => boolean;
  readonly confirmedHosts: ConfirmedHosts;
  readonly linkRules: RulesFor;
  readonly judgedFor: JudgedFor;
};

/** What the window around the page and the way out of it need. */
export function openShell(deps: ShellDeps): Shell {
  const { listenerStore, events, people } = deps;
  let locked = false;
  return {
    confirmedHosts: createConfirmedHosts(deps),
    linkRules: createLinkRules({
      ...deps,
      listenerPorts: () => listenerStore.list().flatMap((own) => own.settings.port ?? []),
    }),
    judgedFor: createJudgedFor(),
    isLocked: () => locked,
    setLocked(isLocked) {
      locked = isLocked;
      if (locked) people.sessions.endAll('screen');
      events.emit({ name: 'desk.locked', locked });
    },
    show: (screen, link) =>
      events.emit({ name: 'desk.open', screen, ...(link === undefined ? {} : { link }) }),
  };
}

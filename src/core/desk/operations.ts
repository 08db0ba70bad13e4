import type { DESK_OPERATIONS } from '#shared/contract/desk.ts';
import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { EmbeddedSandbox } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';
import type { DeskEvents } from './deskEvents.ts';
import { type DiagnosticsDeps, saveDiagnostics } from './diagnostics/saveDiagnostics.ts';
import { type LinkDeps, checkLink, confirmLink } from './links/links.ts';
import type { Shell } from './openShell.ts';
import type { SettingsStore } from './settings.ts';

export type DeskOperationDeps = DiagnosticsDeps &
  LinkDeps &
  Pick<Shell, 'isLocked'> & {
    readonly sandbox: Pick<EmbeddedSandbox, 'start'>;
    readonly onBug: (error: unknown) => void;
    readonly settings: SettingsStore;
    readonly events: DeskEvents;
  };

/** The program itself: its settings, the ways out of it, and what it tells the support team. */
export function deskOperations(deps: DeskOperationDeps): DomainOperations<typeof DESK_OPERATIONS> {
  const { settings, profiles, events } = deps;
  return {
    'app.info': async () => ok(deps.info),
    'settings.get': async () => ok(settings.get()),
    async 'settings.update'(patch, actor) {
      if (patch.keychainLibrary !== undefined && !actor.may('set_up')) {
        return err(failure('not_permitted', 'set_up'));
      }
      const before = settings.get();
      const updated = settings.update(patch);
      events.emit({ name: 'settings.changed', settings: updated });
      if (updated.keychainLibrary !== before.keychainLibrary) {
        // Where their secrets are has another answer now.
        for (const { id } of profiles.list())
          events.emit({ name: 'profile.changed', profileId: id });
      }
      return ok(updated);
    },
    async 'link.check'(input) {
      const verdict = checkLink(input, deps);
      // Its payment page can be opened before the desk itself has connected to it.
      if ('profileId' in verdict && verdict.profileId === SANDBOX_PROFILE_ID) {
        deps.sandbox.start().catch(deps.onBug);
      }
      return ok(verdict);
    },
    'link.confirm': async (input) => confirmLink(input, deps),
    'desk.lock': async () => ok({ locked: deps.isLocked() }),
    'diagnostics.save': ({ elsewhere = false }) => saveDiagnostics(elsewhere, deps),
  };
}

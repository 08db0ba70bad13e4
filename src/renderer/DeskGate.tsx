import { type ReactNode, useMemo } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';

import type { Desk } from './client/deskContext.ts';
import { isSignedOut } from './client/firstAnswers.ts';
import { useInfo, useIsLocked, useProfiles, useSession, useSettings } from './client/queries.ts';
import { usePageProfile } from './client/pageProfile.ts';
import { useProtection } from './client/protection.ts';
import { failureOf } from './client/operation.ts';
import { useSay } from './i18n/i18n.ts';
import styles from './shell/FullPage.module.css';
import { OwnScreens } from './shell/OwnScreens.tsx';
import { PersonCover } from './shell/PersonCover.tsx';
import { LoadError } from './ui/Notice.tsx';
import { onDemand } from './ui/onDemand.tsx';
import { Skeleton } from './ui/Skeleton.tsx';

const lockedLog = onDemand(async () => (await import('./features/desk/LockedLog.tsx')).LockedLog);

/**
 * Nothing is drawn before it is known which profile issues, and whether the screen is locked: the mode must be unmistakable from
 * the first frame, and behind a locked screen there must be none.
 */
export function DeskGate({ children }: { readonly children: ReactNode }): ReactNode {
  const say = useSay();
  const info = useInfo();
  const settings = useSettings();
  const session = useSession();
  // Where what was typed is kept depends on it.
  const protection = useProtection();
  const isOut = session.data !== undefined && isSignedOut(session.data);
  const profiles = useProfiles(session.data !== undefined && !isOut);
  const chosen = usePageProfile(session.data);
  const locked = useIsLocked(info.data?.host.kind);
  const desk = useMemo(
    (): Desk | null =>
      protection.data === undefined
        ? null
        : toDesk(info.data, settings.data, profiles.data, chosen, session.data, locked),
    [info.data, settings.data, profiles.data, chosen, session.data, protection.data, locked],
  );
  const queries = [info, settings, session, protection, profiles];
  const noKey = queries
    .map(({ error }) => (error === null ? null : failureOf(error)))
    .find((failure) => failure?.code === 'log_locked');
  const cover = isOut && session.data !== undefined && <PersonCover session={session.data} />;
  // It may come to an open desk, too: its log turned out to have been replaced.
  if (noKey?.code === 'log_locked') return <lockedLog.Part fault={noKey.detail ?? ''} />;
  if (desk !== null) {
    return (
      <>
        {cover}
        <OwnScreens desk={desk}>{children}</OwnScreens>
      </>
    );
  }
  if (isOut) return cover;
  const failed = queries.find((query) => query.error !== null);
  const retry = (): void => {
    for (const query of queries) void query.refetch();
  };
  return (
    <main className={styles.page} aria-busy={failed === undefined}>
      <div className={styles.box}>
        <h1 className="text-18 bold">{say('app.name')}</h1>
        {failed === undefined || failed.error === null ? (
          <>
            <p role="status">{say('app.loading')}</p>
            <Skeleton height={38} />
          </>
        ) : (
          <LoadError error={failed.error} retry={retry} retrying={failed.isFetching} />
        )}
      </div>
    </main>
  );
}

function toDesk(
  info: Desk['info'] | undefined,
  settings: Desk['settings'] | undefined,
  profiles: Desk['profiles'] | undefined,
  chosen: ProfileId | null,
  session: Desk['session'] | undefined,
  locked: boolean | null,
): Desk | null {
  if (info === undefined || settings === undefined || profiles === undefined) return null;
  if (session === undefined || locked === null) return null;
  // Deleted meanwhile: the Sandbox is always there, and first. An archived one stays, and core refuses to issue with it.
  const profile = profiles.find((candidate) => candidate.id === chosen) ?? profiles[0];
  return profile === undefined ? null : { info, settings, profiles, profile, session, locked };
}

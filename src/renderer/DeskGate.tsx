import { type ReactNode, useMemo } from 'react';

import { type Desk, DeskContext } from './client/deskContext.ts';
import { useInfo, useIsLocked, useProfiles, useSettings } from './client/queries.ts';
import { useSay } from './i18n/i18n.ts';
import styles from './shell/FullPage.module.css';
import { LoadError } from './ui/Notice.tsx';
import { Skeleton } from './ui/Skeleton.tsx';

/**
 * Nothing is drawn before it is known which profile issues, and whether the screen is locked: the mode must be unmistakable from
 * the first frame, and behind a locked screen there must be none.
 */
export function DeskGate({ children }: { readonly children: ReactNode }): ReactNode {
  const say = useSay();
  const info = useInfo();
  const settings = useSettings();
  const profiles = useProfiles();
  const locked = useIsLocked(info.data?.host.kind);
  const desk = useMemo(
    (): Desk | null => toDesk(info.data, settings.data, profiles.data, locked),
    [info.data, settings.data, profiles.data, locked],
  );
  if (desk !== null) return <DeskContext value={desk}>{children}</DeskContext>;
  const failed = [info, settings, profiles].find((query) => query.error !== null);
  const retry = (): void => {
    for (const query of [info, settings, profiles]) void query.refetch();
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
  locked: boolean | null,
): Desk | null {
  if (info === undefined || settings === undefined || profiles === undefined) return null;
  if (locked === null) return null;
  const profile =
    profiles.find((candidate) => candidate.id === settings.activeProfileId) ?? profiles[0];
  return profile === undefined ? null : { info, settings, profiles, profile, locked };
}

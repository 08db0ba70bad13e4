import type { ReactNode } from 'react';

import { type ListenerState, isLoopbackHost } from '#shared/domain/callback.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useListener } from '../../client/listener.ts';
import { useSay } from '../../i18n/i18n.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ListenerAddresses } from './ListenerAddresses.tsx';
import { ListenerForm } from './ListenerForm.tsx';
import styles from './Listener.module.css';

type Props = { readonly profile: Profile };

/** Opt-in per profile: whether, where, and who could reach it there. */
export function ListenerSettings({ profile }: Props): ReactNode {
  const say = useSay();
  const listener = useListener(profile.id);
  if (listener.isPending) return <Skeleton height={240} />;
  if (listener.error !== null) {
    return (
      <LoadError
        error={listener.error}
        retry={() => void listener.refetch()}
        retrying={listener.isFetching}
      />
    );
  }
  const { data } = listener;
  return (
    <div className="stack gap-16">
      <p className={styles.text}>{say('listener.text')}</p>
      <Standing listener={data} />
      <ListenerForm profile={profile} listener={data} />
      {data.settings.enabled && <ListenerAddresses profileId={profile.id} listener={data} />}
      <Reach listener={data} />
      {profile.mode === 'sandbox' && <p className={styles.text}>{say('listener.sandbox')}</p>}
    </div>
  );
}

type ListenerProps = { readonly listener: ListenerState };

function Standing({ listener: { state, problem } }: ListenerProps): ReactNode {
  const say = useSay();
  if (problem !== null) {
    return (
      <Notice tone="bad" title={say('inbox.failed.title')}>
        <p>{say(`listener.problem.${problem.code}`)}</p>
        <p className="mono">{problem.detail}</p>
      </Notice>
    );
  }
  const word = state === 'listening' ? 'listening' : 'off';
  return <Notice tone={word === 'off' ? 'calm' : 'good'}>{say(`listener.state.${word}`)}</Notice>;
}

/** Said plainly, before anybody waits for a callback that cannot come. */
function Reach({ listener: { settings } }: ListenerProps): ReactNode {
  const say = useSay();
  if (settings.publicUrl !== null && isLoopbackHost(settings.host)) {
    return <Notice tone="calm">{say('listener.led.text')}</Notice>;
  }
  const word = isLoopbackHost(settings.host) ? 'loopback' : 'open';
  return (
    <Notice tone="unknown" title={say(`listener.${word}.title`)}>
      {say(`listener.${word}.text`)}
    </Notice>
  );
}

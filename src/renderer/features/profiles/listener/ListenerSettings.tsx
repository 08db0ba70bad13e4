import type { ReactNode } from 'react';

import { type ListenerState, isLoopbackHost } from '#shared/domain/callback.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useListener } from '../../../client/listener.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, LoadError, Notice } from '../../../ui/Notice.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import form from '../../../ui/form/Form.module.css';
import { useSetListener } from '../queries.ts';
import { ListenerForm } from './ListenerForm.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Off until it is switched on, except for the Sandbox: whether it listens, where, and which machines reach it there. */
export function ListenerSettings({ profile }: { readonly profile: Profile }): ReactNode {
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
    <div className={`${form.fields} stack top narrow gap-16`}>
      <p className="muted text-13">{say('listener.text')}</p>
      <Standing listener={data} />
      <ListenerForm profile={profile} listener={data} />
      {data.settings.enabled && <Addresses profile={profile} listener={data} />}
      <Reach listener={data} />
      {profile.mode === 'sandbox' && <p className="muted text-13">{say('listener.sandbox')}</p>}
    </div>
  );
}

type Props = { readonly listener: ListenerState };

function Standing({ listener: { state, problem, movedFrom, settings } }: Props): ReactNode {
  const say = useSay();
  if (problem !== null) {
    return (
      <Notice tone="bad" title={say('inbox.failed.title')}>
        <p>{say(`listener.problem.${problem.code}`)}</p>
        <p className="mono">{problem.detail}</p>
      </Notice>
    );
  }
  if (movedFrom !== null) {
    const ports = { was: movedFrom, port: settings.port ?? '' };
    return <Notice tone="unknown">{say('listener.moved', ports)}</Notice>;
  }
  const word = state === 'listening' ? 'listening' : 'off';
  return <Notice tone={word === 'off' ? 'calm' : 'good'}>{say(`listener.state.${word}`)}</Notice>;
}

/** For the provider that is to call back. */
function Addresses({ profile, listener }: Props & { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const set = useSetListener();
  const { address, publicAddress, settings } = listener;
  const rows = [
    ['listener.publicAddress', publicAddress, 'listener.copyPublic'],
    ['listener.address', address, 'listener.copy'],
  ] as const;
  if (address === null) return null;
  return (
    <div className="stack gap-12 pad-16 framed-control round-12 on-ground">
      <dl className="stack gap-8">
        {rows.map(([word, text, copy]) =>
          text === null ? null : (
            <div key={word} className="row wrap middle gap-12">
              <dt className="muted text-13">{say(word)}</dt>
              <dd className="mono text-12 breakable grow">{text}</dd>
              <dd>
                <CopyButton label={say(copy)} text={text} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className="row wrap middle gap-8">
        <SmallButton
          loading={set.isPending}
          onClick={() => set.mutate({ profileId: profile.id, settings, newPath: true })}
        >
          {say('listener.newPath')}
        </SmallButton>
        <span className="muted text-13">{say('listener.newPath.text')}</span>
      </div>
      <ActionError error={set.error} />
    </div>
  );
}

/** Before an operator waits for a callback that cannot come. */
function Reach({ listener: { settings } }: Props): ReactNode {
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

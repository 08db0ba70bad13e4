import type { ReactNode } from 'react';

import type { ListenerState } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './Listener.module.css';
import { useSetListener } from './mutations.ts';

type Props = { readonly profileId: ProfileId; readonly listener: ListenerState };

/** To be handed to whoever is to call back. */
export function ListenerAddresses({ profileId, listener }: Props): ReactNode {
  const say = useSay();
  const set = useSetListener(profileId);
  const { address, publicAddress, settings } = listener;
  const rows = [
    ['listener.publicAddress', publicAddress, 'listener.copyPublic'],
    ['listener.address', address, 'listener.copy'],
  ] as const;
  if (address === null) return null;
  return (
    <div className={styles.addresses}>
      <dl className="stack gap-8">
        {rows.map(([word, text, copy]) =>
          text === null ? null : (
            <div key={word} className={styles.row}>
              <dt>{say(word)}</dt>
              <dd className="mono">{text}</dd>
              <dd>
                <CopyButton
                  label={say(copy)}
                  text={text}
                  locked={false}
                  onCopied={async () => true}
                />
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className={styles.buttons}>
        <Button
          size="xs"
          variant="default"
          loading={set.isPending}
          onClick={() => set.mutate({ settings, newPath: true })}
        >
          {say('listener.newPath')}
        </Button>
        <span className={styles.text}>{say('listener.newPath.text')}</span>
      </div>
      <ActionError error={set.error} />
    </div>
  );
}

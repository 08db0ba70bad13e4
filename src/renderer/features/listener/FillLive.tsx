import { type ReactNode, useEffect, useRef } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckBox } from '../../ui/CheckBox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Listener.module.css';
import type { ListenerTexts } from './readListener.ts';

type Props = {
  readonly texts: ListenerTexts;
  readonly onChange: (fillsLiveForm: boolean) => void;
};

/** Live only, and only with an address that a provider can reach. */
export function FillLive({ texts, onChange }: Props): ReactNode {
  const say = useSay();
  const isPossible = texts.publicUrl.trim() !== '';
  return (
    <div className="stack gap-4">
      {isPossible ? (
        <CheckBox label={say('listener.fill')} checked={texts.fillsLiveForm} onChange={onChange} />
      ) : (
        <p className={styles.text}>{say('listener.fill.needsPublic')}</p>
      )}
      <p className={styles.text}>{say('listener.fill.replaces')}</p>
    </div>
  );
}

type QuestionProps = {
  readonly profile: Profile;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** Asked once, when it is saved: from then on whatever is set in the account hears nothing of these requests. */
export function FillQuestion({ profile, onYes, onNo }: QuestionProps): ReactNode {
  const say = useSay();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <Notice
      tone="unknown"
      alert
      title={say('listener.fill.ask', { profile: profile.name })}
      actions={
        <>
          <Button size="xs" onClick={onYes}>
            {say('listener.fill.yes')}
          </Button>
          <Button ref={no} size="xs" variant="default" onClick={onNo}>
            {say('listener.fill.no')}
          </Button>
        </>
      }
    >
      {say('listener.fill.warning')}
    </Notice>
  );
}

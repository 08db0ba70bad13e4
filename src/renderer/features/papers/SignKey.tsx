import { type ReactNode, useId, useState } from 'react';

import type { TeamSigners } from '#shared/domain/papers.ts';
import { ROLES } from '#shared/domain/permission.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { useLentFocus } from '../../ui/focus.ts';
import { Question } from '../../ui/form/Buttons.tsx';
import { SelectBox } from '../../ui/TextBox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { PinEntry } from '../people/PinEntry.tsx';
import { NameField, useName } from '../people/SetUp.tsx';
import styles from './Papers.module.css';
import { signingFailureText } from './PapersWords.tsx';
import { useSignPerson } from './queries.ts';

/** Supervisors are signed by the root key alone. */
const SIGNED = ROLES.filter((role) => role !== 'supervisor');

type FrameProps = { readonly onClose: () => void; readonly children: ReactNode };

/** Escape gives the form up. */
function Frame({ onClose, children }: FrameProps): ReactNode {
  const frame = useLentFocus<HTMLDivElement>((own) => own.querySelector('input')?.focus());
  return (
    // The fields in it have the focus; the key is heard once for all of them.
    <div
      ref={frame}
      className="stack gap-12 pad-16 framed-control round-12 on-ground"
      onKeyDown={(event) => {
        if (event.code === 'Escape') onClose();
      }}
    >
      {children}
    </div>
  );
}

type SignProps = {
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
};

export function SignKey({ onClose, onDone }: SignProps): ReactNode {
  const say = useSay();
  const [keyId, roleId] = [useId(), useId()];
  const signer = useDesk().session.person?.name ?? '';
  const sign = useSignPerson();
  const name = useName();
  const [publicKey, setPublicKey] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [role, setRole] = useState<(typeof SIGNED)[number]>('senior');
  return (
    <Frame onClose={onClose}>
      <h4 className="text-14 bold">{say('papers.sign')}</h4>
      <p className="muted">{say('papers.sign.text')}</p>
      <div className={styles.form}>
        <PinEntry
          name={signer}
          does={say('papers.sign')}
          cancel={say('people.cancel')}
          of={sign}
          isFirst={false}
          failureText={signingFailureText}
          check={() => {
            setMissing(publicKey.trim() === '');
            return name.read() !== null && publicKey.trim() !== '';
          }}
          onClose={onClose}
          onPin={(pin, onError) => {
            const given = name.read();
            if (given === null) return;
            sign.mutate(
              { pin, publicKey: publicKey.trim(), name: given, role },
              { onSuccess: () => onDone(given), onError },
            );
          }}
        >
          <TextField
            id={keyId}
            label={say('papers.sign.key')}
            look="mono"
            maxLength={200}
            error={isMissing ? say('papers.sign.key.missing') : null}
            value={publicKey}
            onText={(text) => {
              setPublicKey(text);
              setMissing(false);
            }}
          />
          <NameField of={name} />
          <Field id={roleId} label={say('people.role')}>
            {(control) => (
              <SelectBox
                {...control}
                value={role}
                onChange={({ currentTarget: { value } }) =>
                  setRole(SIGNED.find((one) => one === value) ?? role)
                }
              >
                {SIGNED.map((one) => (
                  <option key={one} value={one}>
                    {say(`person.role.${one}`)}
                  </option>
                ))}
              </SelectBox>
            )}
          </Field>
        </PinEntry>
      </div>
    </Frame>
  );
}

type EndProps = {
  readonly person: TeamSigners['people'][number];
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Asked first, because it is for ever; then the PIN. */
export function EndKey({ person, onClose, onDone }: EndProps): ReactNode {
  const say = useSay();
  const { name, publicKey } = person;
  const signer = useDesk().session.person?.name ?? '';
  const sign = useSignPerson();
  const [isSure, setSure] = useState(false);
  if (!isSure) {
    return (
      <Question
        dangerous
        title={say('papers.end.title', { name })}
        yes={say('papers.end')}
        no={say('papers.end.keep')}
        onYes={() => setSure(true)}
        onNo={onClose}
      >
        {say('papers.end.text')}
      </Question>
    );
  }
  return (
    <Frame onClose={onClose}>
      <h4 className="text-14 bold breakable">{say('papers.end.title', { name })}</h4>
      <div className={styles.form}>
        <PinEntry
          name={signer}
          does={say('papers.end')}
          tone="danger"
          cancel={say('papers.end.keep')}
          of={sign}
          isFirst
          failureText={signingFailureText}
          onClose={onClose}
          onPin={(pin, onError) =>
            sign.mutate({ pin, publicKey, name, role: 'none' }, { onSuccess: onDone, onError })
          }
        />
      </div>
    </Frame>
  );
}

import { type ReactNode, useId, useState } from 'react';

import type { ListenerSettings, ListenerState } from '#shared/domain/callback.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckBox } from '../../ui/CheckBox.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { FillLive, FillQuestion } from './FillLive.tsx';
import styles from './Listener.module.css';
import { useSetListener } from './mutations.ts';
import { type ListenerField, type ListenerTexts, readListener, textsOf } from './readListener.ts';

type Props = { readonly profile: Profile; readonly listener: ListenerState };

const WORDS = { host: 'host', port: 'port', publicUrl: 'public' } as const;
const FIELDS: readonly ListenerField[] = ['host', 'port', 'publicUrl'];

export function ListenerForm({ profile, listener }: Props): ReactNode {
  const say = useSay();
  const set = useSetListener(profile.id);
  const [texts, setTexts] = useState(() => textsOf(listener.settings));
  const [faults, setFaults] = useState<ReadonlySet<ListenerField>>(new Set());
  /** What would replace the address in the merchant's account, until somebody has said yes. */
  const [asked, setAsked] = useState<ListenerSettings | null>(null);
  const saving = useFocusBack<HTMLButtonElement>(asked !== null);
  const base = useId();
  const save = (settings: ListenerSettings): void => {
    setAsked(null);
    set.mutate(
      { settings, newPath: false },
      { onSuccess: (state) => setTexts(textsOf(state.settings)) },
    );
  };
  const submit = (): void => {
    const read = readListener(texts);
    setFaults(read.ok ? new Set() : read.faults);
    if (!read.ok) {
      const first = FIELDS.find((field) => read.faults.has(field));
      document.getElementById(`${base}-${first ?? ''}`)?.focus();
      return;
    }
    const { settings } = read;
    const isNew = settings.fillsLiveForm && !listener.settings.fillsLiveForm;
    const isElsewhere = settings.publicUrl !== listener.settings.publicUrl;
    if (settings.fillsLiveForm && (isNew || isElsewhere)) setAsked(settings);
    else save(settings);
  };
  return (
    <form
      className="stack gap-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CheckBox
        label={say('listener.enabled')}
        checked={texts.enabled}
        onChange={(enabled) => setTexts({ ...texts, enabled })}
      />
      <Fields base={base} texts={texts} faults={faults} onTexts={setTexts} />
      {profile.mode === 'live' && (
        <FillLive
          texts={texts}
          onChange={(fillsLiveForm) => setTexts({ ...texts, fillsLiveForm })}
        />
      )}
      {asked !== null && (
        <FillQuestion
          profile={profile}
          onYes={() => save(asked)}
          onNo={() => {
            setAsked(null);
            setTexts({ ...texts, fillsLiveForm: listener.settings.fillsLiveForm });
          }}
        />
      )}
      <div className={styles.buttons}>
        <Button ref={saving} type="submit" aria-busy={set.isPending}>
          {say('listener.save')}
        </Button>
        <span role="status" className="text-13 good medium">
          {set.isSuccess && say('listener.saved')}
        </span>
      </div>
      <ActionError error={set.error} />
    </form>
  );
}

type FieldsProps = {
  readonly base: string;
  readonly texts: ListenerTexts;
  readonly faults: ReadonlySet<ListenerField>;
  readonly onTexts: (texts: ListenerTexts) => void;
};

function Fields({ base, texts, faults, onTexts }: FieldsProps): ReactNode {
  const say = useSay();
  return (
    <div className={styles.fields}>
      {FIELDS.map((field) => (
        <Field
          key={field}
          id={`${base}-${field}`}
          label={say(`listener.${WORDS[field]}`)}
          hint={say(`listener.${WORDS[field]}.hint`)}
          error={faults.has(field) ? say(`listener.${WORDS[field]}.fault`) : null}
        >
          {(control) => (
            <TextBox
              {...control}
              look="mono"
              inputMode={field === 'port' ? 'numeric' : 'text'}
              value={texts[field]}
              onChange={(event) => onTexts({ ...texts, [field]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

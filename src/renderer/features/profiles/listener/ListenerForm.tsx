import { type ReactNode, useId, useState } from 'react';

import type { ListenerSettings, ListenerState } from '#shared/domain/callback.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Question } from '../../../ui/form/Buttons.tsx';
import { type FieldSpec, type FormState, field, withValueAt } from '../../../ui/form/fields.ts';
import { Fields, FormField } from '../../../ui/form/Fields.tsx';
import form from '../../../ui/form/Form.module.css';
import { Form } from '../../../ui/form/Parts.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { useSetListener } from '../queries.ts';
import { type ListenerField, type ListenerTexts, readListener, textsOf } from './readListener.ts';
import { Button } from '../../../ui/Button.tsx';

const ENABLED: FieldSpec<ListenerTexts> = {
  path: 'enabled',
  kind: 'check',
  label: 'listener.enabled',
};
const FILLS: FieldSpec<ListenerTexts> = {
  path: 'fillsLiveForm',
  kind: 'check',
  label: 'listener.fill',
};
const WORDS = { host: 'host', port: 'port', publicUrl: 'public' } as const;
const FIELDS: readonly ListenerField[] = ['host', 'port', 'publicUrl'];
const TEXTS: readonly FieldSpec<ListenerTexts>[] = FIELDS.map((name) =>
  field('text', name, `listener.${WORDS[name]}`, {
    look: 'mono',
    inputMode: name === 'port' ? 'numeric' : 'text',
  }),
);

type Props = { readonly profile: Profile; readonly listener: ListenerState };

export function ListenerForm({ profile, listener }: Props): ReactNode {
  const say = useSay();
  const set = useSetListener();
  const [texts, setTexts] = useState(() => textsOf(listener.settings));
  const [faults, setFaults] = useState<ReadonlySet<ListenerField>>(new Set());
  /** What would replace the address in the merchant's account, until the question is answered. */
  const [asked, setAsked] = useState<ListenerSettings | null>(null);
  const saving = useFocusBack<HTMLButtonElement>(asked !== null);
  const base = useId();
  const state: FormState<ListenerTexts> = {
    doc: texts,
    set: (path, value) => setTexts(withValueAt(texts, path, value)),
    idOf: (path) => `${base}-${path}`,
    errorAt: (path) => {
      const found = FIELDS.find((name) => name === path);
      return found !== undefined && faults.has(found)
        ? say(`listener.${WORDS[found]}.fault`)
        : null;
    },
  };
  const save = (settings: ListenerSettings): void => {
    setAsked(null);
    set.mutate(
      { profileId: profile.id, settings, newPath: false },
      { onSuccess: (saved) => setTexts(textsOf(saved.settings)) },
    );
  };
  const submit = (): void => {
    const read = readListener(texts);
    setFaults(read.ok ? new Set() : read.faults);
    if (!read.ok) {
      const first = FIELDS.find((name) => read.faults.has(name));
      document.getElementById(state.idOf(first ?? ''))?.focus();
      return;
    }
    const { settings } = read;
    const isNew = settings.fillsLiveForm && !listener.settings.fillsLiveForm;
    const isElsewhere = settings.publicUrl !== listener.settings.publicUrl;
    if (settings.fillsLiveForm && (isNew || isElsewhere)) setAsked(settings);
    else save(settings);
  };
  return (
    <Form className={form.fields} onSubmit={submit}>
      <FormField form={state} spec={ENABLED} />
      <Fields form={state} of={TEXTS} layout="ends" />
      {profile.mode === 'live' && (
        <div>
          {texts.publicUrl.trim() === '' ? (
            <p className={form.text}>{say('listener.fill.needsPublic')}</p>
          ) : (
            <FormField form={state} spec={FILLS} />
          )}
          <p className={form.text}>{say('listener.fill.replaces')}</p>
        </div>
      )}
      {asked !== null && (
        // Asked once: from then on the address in the merchant's account hears nothing of these requests.
        <Question
          title={say('listener.fill.ask', { profile: profile.name })}
          yes={say('listener.fill.yes')}
          no={say('listener.fill.no')}
          onYes={() => save(asked)}
          onNo={() => {
            setAsked(null);
            setTexts({ ...texts, fillsLiveForm: listener.settings.fillsLiveForm });
          }}
        >
          {say('listener.fill.warning')}
        </Question>
      )}
      <div className={form.buttons}>
        <Button ref={saving} type="submit" aria-busy={set.isPending}>
          {say('listener.save')}
        </Button>
        <span role="status" className={form.saved}>
          {set.isSuccess && say('listener.saved')}
        </span>
      </div>
      <ActionError error={set.error} />
    </Form>
  );
}

import { type ReactNode, useState } from 'react';

import type { ListenerSettings, ListenerState } from '#shared/domain/callback.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Question } from '../../../ui/form/Buttons.tsx';
import { type FieldSpec, field } from '../../../ui/form/fields.ts';
import { Fields, FormField } from '../../../ui/form/Fields.tsx';
import { SaveForm } from '../../../ui/form/SaveForm.tsx';
import { useDraft } from '../../../ui/form/useDraft.ts';
import { useSetListener } from '../queries.ts';
import { LISTENER_FIELDS, type ListenerTexts, readListener, textsOf } from './readListener.ts';

type Spec = FieldSpec<ListenerTexts>;

const ENABLED: Spec = { path: 'enabled', kind: 'check', label: 'listener.enabled' };
const FILLS: Spec = { path: 'fillsLiveForm', kind: 'check', label: 'listener.fill' };
const TEXTS = [
  field('text', 'host', LISTENER_FIELDS.host, { look: 'mono' }),
  field('text', 'port', LISTENER_FIELDS.port, { look: 'mono', inputMode: 'numeric' }),
  field('text', 'publicUrl', LISTENER_FIELDS.publicUrl, { look: 'mono' }),
] satisfies readonly Spec[];

type Props = { readonly profile: Profile; readonly listener: ListenerState };

export function ListenerForm({ profile, listener: { settings } }: Props): ReactNode {
  const say = useSay();
  const save = useSetListener();
  const draft = useDraft({
    key: `listener:${profile.id}`,
    saved: textsOf(settings),
    read: readListener,
  });
  /** What would replace the address in the merchant's account, until the question is answered. */
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const submit = (next: ListenerSettings, done: () => void): void => {
    const saveIt = (): void => {
      setAsked(null);
      save.mutate({ profileId: profile.id, settings: next, newPath: false }, { onSuccess: done });
    };
    const isNew = !settings.fillsLiveForm || next.publicUrl !== settings.publicUrl;
    if (next.fillsLiveForm && isNew) setAsked(() => saveIt);
    else saveIt();
  };
  return (
    <SaveForm label={say('profile.tab.callbacks')} draft={draft} save={save} onSave={submit}>
      <FormField form={draft} spec={ENABLED} />
      <Fields form={draft} of={TEXTS} layout="ends" />
      {profile.mode === 'live' && (
        <div>
          {draft.doc.publicUrl.trim() === '' ? (
            <p className="muted text-13">{say('listener.fill.needsPublic')}</p>
          ) : (
            <FormField form={draft} spec={FILLS} />
          )}
          <p className="muted text-13">{say('listener.fill.replaces')}</p>
        </div>
      )}
      {asked !== null && (
        // Asked once: from then on the address in the merchant's account hears nothing of these requests.
        <Question
          title={say('listener.fill.ask', { profile: profile.name })}
          yes={say('listener.fill.yes')}
          no={say('listener.fill.no')}
          onYes={asked}
          onNo={() => {
            setAsked(null);
            draft.set('fillsLiveForm', settings.fillsLiveForm);
          }}
        >
          {say('listener.fill.warning')}
        </Question>
      )}
    </SaveForm>
  );
}

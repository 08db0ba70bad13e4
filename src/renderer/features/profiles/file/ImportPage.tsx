import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';

import type { Profile } from '#shared/domain/profile.ts';
import type { ProfileImport } from '#shared/domain/profileFile.ts';

import { isFixed, useDesk } from '../../../client/deskContext.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { FileButton, SmallButton } from '../../../ui/form/Buttons.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import form from '../../../ui/form/Form.module.css';
import { Panel, SubPage } from '../../../ui/form/Parts.tsx';
import { SETTINGS, profileAddress } from '../../desk/settings/addresses.ts';
import { ModeBadge } from '../profileActions.tsx';
import { useImportProfiles } from '../queries.ts';
import { useProfileSwitch } from '../switching.tsx';
import styles from '../Profiles.module.css';
import { knobText } from '../setUp/fields.ts';
import { Button } from '../../../ui/Button.tsx';

/** A file or its text, a preview of what it changes, and only then the change. */
export function ImportPage(): ReactNode {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  const preview = useOperation('profileFile.preview');
  const imported = useImportProfiles();
  const { profiles, info } = useDesk();
  const change = useProfileSwitch();
  const switchTo = (first: Profile | undefined): void => {
    // A desk that had none is being set up: the secret is then all that is left to do.
    const isFirst = profiles.every(isFixed);
    const isUsable = first?.mode === 'sandbox' || info.host.live;
    if (isFirst && first !== undefined && isUsable) change.to(first);
  };
  const take = (next: string, name: string | null): void => {
    setText(next);
    setFrom(name);
    imported.reset();
    if (next.trim() === '') preview.reset();
    else preview.mutate({ text: next });
  };
  const takeFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen !== undefined) take(await chosen.text(), chosen.name);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void takeFile(event.dataTransfer.files[0]);
  };
  const back = { href: SETTINGS, label: say('settings.title') };
  if (imported.data !== undefined) {
    return (
      <SubPage key="done" title={say('file.import')} back={back}>
        {change.question}
        <Imported profiles={imported.data} planned={preview.data?.profiles ?? []} />
      </SubPage>
    );
  }
  return (
    <SubPage key="choose" title={say('file.import')} back={back}>
      <div
        className="panel stack gap-12 pad-20"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <p className="muted">{say('file.import.text')}</p>
        <div className="row wrap middle gap-8">
          <FileButton
            label={say('file.import.choose')}
            name={say('file.import.file')}
            accept=".json,application/json"
            icon={<IconUpload size={16} aria-hidden="true" />}
            onFile={(chosen) => void takeFile(chosen)}
          />
          <span className="muted text-13">{from ?? say('file.import.drop')}</span>
        </div>
        <TextField
          id={id}
          label={say('file.import.paste')}
          rows={text === '' ? 3 : 6}
          value={text}
          onText={(next) => take(next, null)}
        />
        <ActionError error={preview.error} />
      </div>
      {preview.data !== undefined && text.trim() !== '' && (
        <Panel title={say('file.preview')}>
          <ImportPreview profiles={preview.data.profiles} />
          <ActionError error={imported.error} />
          <div className="row wrap middle gap-8">
            <Button
              loading={imported.isPending}
              disabled={preview.data.profiles.every(({ action }) => action === 'same')}
              onClick={() => imported.mutate({ text }, { onSuccess: ([first]) => switchTo(first) })}
            >
              {say('file.import.do')}
            </Button>
          </div>
        </Panel>
      )}
    </SubPage>
  );
}

type PreviewProps = { readonly profiles: readonly ProfileImport[] };

/** Per profile and setting: the value now, and the value after the import. */
function ImportPreview({ profiles }: PreviewProps): ReactNode {
  const say = useSay();
  return (
    <ul className={form.list}>
      {profiles.map((profile) => (
        <li key={profile.id} className="stack gap-8 pad-12">
          <p className="row wrap middle gap-8 bold breakable">
            {profile.name}
            <span className={`${styles.action} badge`} data-action={profile.action}>
              {say(`file.action.${profile.action}`)}
            </span>
            {profile.needsSecret && (
              <span className="text-12 bold unknown">{say('file.needsSecret')}</span>
            )}
          </p>
          {profile.changes.length > 0 && <Changes profile={profile} />}
        </li>
      ))}
    </ul>
  );
}

function Changes({ profile }: { readonly profile: ProfileImport }): ReactNode {
  const say = useSay();
  return (
    <table className={styles.changes}>
      <caption className="spoken">{say('file.changes', { profile: profile.name })}</caption>
      <thead className="spoken">
        <tr>
          <th scope="col">{say('file.knob')}</th>
          <th scope="col">{say('file.before')}</th>
          <th scope="col">{say('file.after')}</th>
        </tr>
      </thead>
      <tbody>
        {profile.changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{knobText(path, say)}</th>
            <td>{before === '' ? '—' : before}</td>
            <td>{after === '' ? '—' : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ImportedProps = {
  readonly profiles: readonly Profile[];
  /** From the preview: which of them need a secret now. */
  readonly planned: readonly ProfileImport[];
};

function Imported({ profiles, planned }: ImportedProps): ReactNode {
  const say = useSay();
  const { profile: active } = useDesk();
  const needs = (profile: Profile): boolean =>
    planned.some(({ id, needsSecret }) => id === profile.id && needsSecret);
  return (
    <div className="panel stack gap-12 pad-20">
      <div role="status">
        <Notice tone="good">{say('file.imported', { count: profiles.length })}</Notice>
      </div>
      <ul className={form.list}>
        {profiles.map((profile) => (
          <li key={profile.id} className={form.line}>
            <p className="row wrap middle gap-8 bold breakable">
              {profile.name}
              <ModeBadge mode={profile.mode} />
              {active.id === profile.id && (
                <span className="text-12 bold good">{say('settings.inUse')}</span>
              )}
              {needs(profile) && (
                <span className="text-12 bold unknown">{say('file.needsSecretNow')}</span>
              )}
            </p>
            <SmallButton
              to={profileAddress(profile.id, needs(profile) ? 'secret' : 'set-up')}
              look={needs(profile) ? 'filled' : 'default'}
              aria-label={say(needs(profile) ? 'settings.secretNamed' : 'settings.editNamed', {
                profile: profile.name,
              })}
            >
              {say(needs(profile) ? 'settings.setSecret' : 'settings.edit')}
            </SmallButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

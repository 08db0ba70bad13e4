import { type ReactNode, useState } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';
import { repeatsOnAnotherDesk } from '#shared/domain/orderPattern.ts';

import { isFixed, useDesk } from '../../../client/deskContext.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import form from '../../../ui/form/Form.module.css';
import { SubPage } from '../../../ui/form/Parts.tsx';
import { saveFile } from '../../../ui/page.ts';
import { SETTINGS } from '../../desk/settings/addresses.ts';
import { ModeBadge } from '../profileActions.tsx';
import { Button } from '../../../ui/Button.tsx';

/** The file that one integrator hands to a whole office. */
export function ExportPage(): ReactNode {
  const say = useSay();
  const own = useDesk().profiles.filter((profile) => !isFixed(profile));
  const [left, setLeft] = useState<ReadonlySet<ProfileId>>(
    () => new Set(own.filter(({ archivedAt }) => archivedAt !== null).map(({ id }) => id)),
  );
  const exported = useOperation('profileFile.export');
  const wanted = own.filter(({ id }) => !left.has(id));
  const chosen = wanted.map(({ id }) => id);
  const counting = wanted.filter(({ orderPattern }) => repeatsOnAnotherDesk(orderPattern));
  const toggle = (id: ProfileId, isWanted: boolean): void => {
    const others = [...left].filter((known) => known !== id);
    setLeft(new Set(isWanted ? others : [...others, id]));
    exported.reset();
  };
  return (
    <SubPage title={say('file.export')} back={{ href: SETTINGS, label: say('settings.title') }}>
      <div className="panel stack gap-12 pad-20">
        <p className="muted">{say('file.export.text')}</p>
        {own.length === 0 && <Notice tone="calm">{say('file.export.none')}</Notice>}
        <fieldset className={form.list}>
          <legend className="spoken">{say('file.export.which')}</legend>
          {own.map((profile) => (
            <label key={profile.id} className="row wrap middle gap-8 pad-8-12 hand">
              <input
                type="checkbox"
                className="tick"
                checked={!left.has(profile.id)}
                onChange={(event) => toggle(profile.id, event.currentTarget.checked)}
              />
              <span className="bold breakable">{profile.name}</span>
              <ModeBadge mode={profile.mode} />
              {profile.archivedAt !== null && (
                <span className="muted">{say('profile.archived')}</span>
              )}
              <span className="mono text-12 muted breakable push">{profile.baseUrl}</span>
            </label>
          ))}
        </fieldset>
        {counting.length > 0 && (
          <Notice tone="unknown" title={say('file.export.sameOrders')}>
            {say('file.export.sameOrders.text', {
              profiles: counting.map(({ name }) => name).join(', '),
            })}
          </Notice>
        )}
        <ActionError error={exported.error} />
        <div className="row wrap middle gap-8">
          <Button
            disabled={chosen.length === 0}
            loading={exported.isPending}
            onClick={() =>
              exported.mutate(
                { profileIds: chosen },
                { onSuccess: ({ text }) => saveFile(fileName(), [text]) },
              )
            }
          >
            {say('file.export.do', { count: chosen.length })}
          </Button>
          <span role="status" className="good">
            {exported.isSuccess && say('file.export.done')}
          </span>
        </div>
      </div>
    </SubPage>
  );
}

function fileName(): string {
  return `deposit-desk-profiles-${new Date().toISOString().slice(0, 10)}.json`;
}

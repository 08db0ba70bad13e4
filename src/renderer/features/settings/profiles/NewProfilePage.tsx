import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { useSay } from '../../../i18n/i18n.ts';
import { SETTINGS, profileAddress } from '../addresses.ts';
import settings from '../Settings.module.css';
import { SetUpEditor } from '../setUp/SetUpEditor.tsx';
import { SubPage } from '../SubPage.tsx';

/** Saved, it goes on with the secret: the next thing that a merchant needs. */
export function NewProfilePage(): ReactNode {
  const say = useSay();
  const [, navigate] = useLocation();
  return (
    <SubPage title={say('profile.new')} takesFocus={false}>
      <div className={settings.panel}>
        <SetUpEditor
          profile={null}
          onSaved={(profile) => navigate(profileAddress(profile.id, 'secret'))}
          onCancel={() => navigate(SETTINGS)}
        />
      </div>
    </SubPage>
  );
}

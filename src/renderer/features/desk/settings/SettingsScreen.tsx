import type { ReactNode } from 'react';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import form from '../../../ui/form/Form.module.css';
import { Facts, Panel } from '../../../ui/form/Parts.tsx';
import { MESSAGES } from './addresses.ts';
import { Appearance, Keychain, Notifications, OperatorName } from './DeskSettings.tsx';
import { LogCare } from './LogCare.tsx';
import { Profiles } from '../../profiles/Profiles.tsx';
import { Button } from '../../../ui/Button.tsx';

export function SettingsScreen(): ReactNode {
  const say = useSay();
  const { info } = useDesk();
  return (
    <div className={form.screen}>
      <h1 className={form.title}>{say('settings.title')}</h1>
      <Profiles />
      <OperatorName />
      <Appearance />
      <Panel title={say('wording.title')} text={say('wording.panel')}>
        <div className={form.buttons}>
          <Button href={MESSAGES} variant="default">
            {say('wording.open')}
          </Button>
        </div>
      </Panel>
      <Notifications />
      <Keychain />
      <LogCare />
      <Panel title={say('settings.about')}>
        <Facts
          rows={[
            [say('settings.version'), info.version],
            [say('settings.host'), say(`settings.host.${info.host.kind}`)],
            [say('settings.data'), info.dataDir],
          ]}
        />
      </Panel>
    </div>
  );
}

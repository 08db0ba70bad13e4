import { type ReactNode, useState } from 'react';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { activity as english } from '../../i18n/en/activity.ts';
import { useSay } from '../../i18n/i18n.ts';
import { activity as russian } from '../../i18n/ru/activity.ts';
import { Button } from '../../ui/Button.tsx';
import { ACTIVITY } from '../desk/settings/addresses.ts';
import { Panel } from '../../ui/form/Parts.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { EyesRules } from '../eyes/EyesRules.tsx';
import { ActivityList } from './ActivityList.tsx';
import { EndPeople } from './EndPeople.tsx';
import { OwnPin } from './OwnPin.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PinWords } from './PinWords.tsx';
import { Rules } from './Rules.tsx';
import { SetUp } from './SetUp.tsx';
import { ShownCode } from './ShownCode.tsx';
import { useNewCode } from './queries.ts';

const WORDS = { en: english, ru: russian };

/** Settings → People. A person without the permission finds their own PIN there. */
export function PeoplePage(): ReactNode {
  return (
    <PinWords more={WORDS}>
      <Parts />
    </PinWords>
  );
}

function Parts(): ReactNode {
  const { session } = useDesk();
  const mayManage = useMay('people');
  const mayRead = useMay('verify');
  if (!session.hasPeople) return <SetUp />;
  return (
    <>
      {mayManage && <PeopleList />}
      {session.person !== null && <OwnPin person={session.person} />}
      {mayManage && <Rules />}
      {mayManage && <EyesRules />}
      {mayManage && <NewCode />}
      {mayRead && <ActivityLink />}
      {mayManage && <EndPeople />}
    </>
  );
}

function ActivityLink(): ReactNode {
  const say = useSay();
  return (
    <Panel
      title={say('people.activity')}
      text={say('people.activity.text')}
      actions={
        <Button variant="default" href={ACTIVITY}>
          {say('people.activity.open')}
        </Button>
      }
    >
      {null}
    </Panel>
  );
}

/** Settings → People → Activity. */
export function ActivityPage(): ReactNode {
  return (
    <PinWords more={WORDS}>
      <ActivityList />
    </PinWords>
  );
}

/** The code that is in force cannot be shown again: core has only its hash. */
function NewCode(): ReactNode {
  const say = useSay();
  const newCode = useNewCode();
  const [isInForce, setInForce] = useState(false);
  const { data: shown } = newCode;
  return (
    <Panel
      title={say('people.code')}
      text={say('people.code.new.text')}
      actions={
        <Button
          variant="default"
          loading={newCode.isPending}
          onClick={() => {
            setInForce(false);
            newCode.mutate({});
          }}
        >
          {say('people.code.new')}
        </Button>
      }
    >
      <ActionError error={newCode.error} />
      {shown !== undefined && (
        <ShownCode
          key={shown.confirmId}
          shown={shown}
          onConfirmed={() => {
            newCode.reset();
            setInForce(true);
          }}
          onCancel={() => newCode.reset()}
        />
      )}
      <p role="status" className="live good medium">
        {isInForce && say('people.code.inForce')}
      </p>
    </Panel>
  );
}

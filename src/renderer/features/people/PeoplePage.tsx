import { type ReactNode, useState } from 'react';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/form/Parts.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { EyesRules } from '../eyes/EyesRules.tsx';
import { OwnPin } from './OwnPin.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PinWords } from './PinWords.tsx';
import { Rules } from './Rules.tsx';
import { SetUp } from './SetUp.tsx';
import { ShownCode } from './ShownCode.tsx';
import { useNewCode } from './queries.ts';

/** Settings → People. A person without the permission finds their own PIN there. */
export function PeoplePage(): ReactNode {
  return (
    <PinWords>
      <Parts />
    </PinWords>
  );
}

function Parts(): ReactNode {
  const { session } = useDesk();
  const mayManage = useMay('people');
  if (!session.hasPeople) return <SetUp />;
  return (
    <>
      {mayManage && <PeopleList />}
      {session.person !== null && <OwnPin person={session.person} />}
      {mayManage && <Rules />}
      {mayManage && <EyesRules />}
      {mayManage && <NewCode />}
    </>
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

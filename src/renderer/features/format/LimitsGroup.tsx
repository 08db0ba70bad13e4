import type { ReactNode } from 'react';

import { LIMIT_REQUESTS } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { LimitsMapper } from '../limitsMap/LimitsMapper.tsx';
import type { Editing } from './editing.ts';
import { ChoiceKnob } from './Knobs.tsx';

type Props = { readonly profile: Profile; readonly editing: Editing };

export function LimitsGroup({ profile, editing }: Props): ReactNode {
  const say = useSay();
  const { limitRequest, limitResponse } = editing.dialect;
  return (
    <LimitsMapper
      profileId={profile.id}
      format={limitResponse}
      onChange={(response) => editing.set('limitResponse', response)}
      faultAt={(path) => editing.faultAt(`limitResponse.${path}`)}
    >
      <ChoiceKnob
        word="knob.limitRequest"
        value={limitRequest}
        options={LIMIT_REQUESTS.map((value) => ({
          value,
          label: say(`knob.limitRequest.${value}`),
        }))}
        onChange={(request) => editing.set('limitRequest', request)}
      />
    </LimitsMapper>
  );
}

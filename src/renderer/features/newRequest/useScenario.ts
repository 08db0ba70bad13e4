import { useState } from 'react';

import type { Scenario } from '#shared/domain/scenario.ts';

import { useDesk } from '../../client/deskContext.ts';
import { isFixed } from '../../client/fixedProfile.ts';

export type ScenarioChoice = {
  readonly chosen: Scenario;
  readonly choose: (scenario: Scenario) => void;
};

/** Only the embedded provider can be told what to do. Null: this is another one. */
export function useScenario(): ScenarioChoice | null {
  const { profile } = useDesk();
  const [chosen, choose] = useState<Scenario>('plain');
  return isFixed(profile) ? { chosen, choose } : null;
}

import { type ReactNode, useCallback, useEffect, useState } from 'react';

import { FLOWS, type Flow, flowSchema } from '#shared/domain/deposit.ts';
import type { Preset } from '#shared/domain/preset.ts';

import { useAction } from '../../../client/actions.ts';
import { useRefill } from '../../../client/refill.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useSessionStorage } from '../../../ui/hooks.ts';
import { focusSpot } from './fieldId.ts';
import { RequestForm } from './RequestForm.tsx';

const SAVED_FLOW = flowSchema.catch('create');
const TAB_WORDS = { create: 'form.direct', build: 'form.page' } as const;

/** Both kinds of request; each keeps its own draft. */
export function RequestDesk(): ReactNode {
  const say = useSay();
  const [flow, setFlow] = useFlow();
  const [preset, setPreset] = useState<Preset | null>(null);
  const onPresetUsed = useCallback(() => setPreset(null), []);
  useFormActions(flow, setFlow);
  return (
    <section className="panel" aria-label={say('nav.new')}>
      <Tabs
        label={say('form.flows')}
        tabs={FLOWS.map((name) => ({ name, label: say(TAB_WORDS[name]) }))}
        chosen={flow}
        onChoose={setFlow}
      >
        <RequestForm
          key={flow}
          flow={flow}
          preset={preset}
          onPresetUsed={onPresetUsed}
          onOtherFlow={(other) => {
            setPreset(other);
            setFlow(other.flow);
          }}
        />
      </Tabs>
    </section>
  );
}

/** The kind of request that is open in this tab or window. What is to be filled in again opens its own. */
function useFlow(): readonly [Flow, (flow: Flow) => void] {
  const [saved, setSaved] = useSessionStorage('flow', SAVED_FLOW);
  const refilled = useRefill().wanted?.request.body.flow ?? null;
  useEffect(() => {
    if (refilled !== null) setSaved(refilled);
  }, [refilled, setSaved]);
  return [refilled ?? saved, setSaved];
}

function useFormActions(flow: Flow, setFlow: (flow: Flow) => void): void {
  const open = (wanted: Flow): void => {
    // Another form takes the keyboard by itself, when it is there.
    if (wanted === flow) focusSpot('quick');
    else setFlow(wanted);
  };
  useAction('request.new', () => open('create'));
  useAction('request.newPage', () => open('build'));
}

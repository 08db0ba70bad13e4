import { Tabs } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type ReactNode, useCallback, useEffect, useState } from 'react';

import { FLOWS, type Flow, flowSchema } from '#shared/domain/deposit.ts';
import type { Preset } from '#shared/domain/preset.ts';

import { useAction } from '../../client/actions.ts';
import { useDesk } from '../../client/deskContext.ts';
import { useRefill } from '../../client/refill.ts';
import { useSay } from '../../i18n/i18n.ts';
import { focusSpot } from './fieldId.ts';
import { LimitsAgain } from './LimitsFact.tsx';
import styles from './RequestDesk.module.css';
import { RequestForm } from './RequestForm.tsx';

const TAB_WORDS = { create: 'form.direct', build: 'form.page' } as const;

/** Both kinds of request; each keeps its own draft. */
export function RequestDesk(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const [flow, setFlow] = useFlow();
  const [preset, setPreset] = useState<Preset | null>(null);
  const onPresetUsed = useCallback(() => setPreset(null), []);
  useFormActions(flow, setFlow);
  return (
    <section className={styles.panel} aria-label={say('nav.new')}>
      <Tabs
        value={flow}
        onChange={(value) => setFlow(flowSchema.catch('create').parse(value))}
        keepMounted={false}
        // A form takes the keyboard when it appears: arrows only move, Enter and Space choose.
        activateTabWithKeyboard={false}
        classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
      >
        <div className={styles.head}>
          <Tabs.List aria-label={say('form.flows')}>
            {FLOWS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {say(TAB_WORDS[name])}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <LimitsAgain profileId={profile.id} />
        </div>
        {FLOWS.map((name) => (
          <Tabs.Panel key={name} value={name} tabIndex={-1}>
            <RequestForm
              flow={name}
              preset={preset}
              onPresetUsed={onPresetUsed}
              onOtherFlow={(other) => {
                setPreset(other);
                setFlow(other.flow);
              }}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

/** The kind of request that is open in this tab or window. What is to be filled in again opens its own. */
function useFlow(): readonly [Flow, (flow: Flow) => void] {
  const [saved, setSaved] = useSessionStorage({
    key: 'flow',
    defaultValue: 'create',
    getInitialValueInEffect: false,
  });
  const refilled = useRefill().wanted?.request.body.flow ?? null;
  useEffect(() => {
    if (refilled !== null) setSaved(refilled);
  }, [refilled, setSaved]);
  return [refilled ?? flowSchema.catch('create').parse(saved), setSaved];
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

import { Tabs } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';

import { FLOWS, flowSchema } from '#shared/domain/deposit.ts';

import { useRefill } from '../../client/refill.ts';
import { useSay } from '../../i18n/i18n.ts';
import styles from './RequestDesk.module.css';
import { RequestForm } from './RequestForm.tsx';

const TAB_WORDS = { create: 'form.direct', build: 'form.page' } as const;

/** Both kinds of request; each keeps its own draft. */
export function RequestDesk(): ReactNode {
  const say = useSay();
  const [saved, setSaved] = useSessionStorage({
    key: 'flow',
    defaultValue: 'create',
    getInitialValueInEffect: false,
  });
  // What is to be filled in again came from the direct form.
  const refilling = useRefill().wanted !== null;
  const flow = refilling ? 'create' : flowSchema.catch('create').parse(saved);
  useEffect(() => {
    if (refilling) setSaved('create');
  }, [refilling, setSaved]);
  return (
    <section className={styles.panel} aria-label={say('nav.new')}>
      <Tabs
        value={flow}
        onChange={(value) => setSaved(value ?? 'create')}
        keepMounted={false}
        // A form takes the keyboard when it appears: arrows only move, Enter and Space choose.
        activateTabWithKeyboard={false}
        classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
      >
        <Tabs.List aria-label={say('form.flows')}>
          {FLOWS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {say(TAB_WORDS[name])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {FLOWS.map((name) => (
          <Tabs.Panel key={name} value={name} tabIndex={-1}>
            <RequestForm flow={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

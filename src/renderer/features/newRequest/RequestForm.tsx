import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';

import { useDesk } from '../../client/deskContext.ts';
import { stopsIssuing, useHealth } from '../../client/health.ts';
import { useSay } from '../../i18n/i18n.ts';
import { liveCommand } from '../../text/commands.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useLasting } from '../../ui/useLasting.ts';
import { ENTER_NAME, MOD_NAME, isMod, useWindowKey } from '../../ui/keys.ts';
import { AmountField } from './AmountField.tsx';
import { CurrencyField, CustomerField, OrderField, TypeField } from './ChoiceFields.tsx';
import { IssueFailure } from './IssueFailure.tsx';
import { LargeAmount } from './LargeAmount.tsx';
import { MoreFields } from './MoreFields.tsx';
import { RefillNotice } from './RefillNotice.tsx';
import styles from './RequestDesk.module.css';
import { useRequestForm } from './useRequestForm.ts';

/** Recording takes a few milliseconds as a rule: words that flash by would only disturb. */
const NOTICED_MS = 300;

export function RequestForm({ flow }: { readonly flow: Flow }): ReactNode {
  const say = useSay();
  const { profile, info } = useDesk();
  const form = useRequestForm(flow);
  const offId = useId();
  const liveOff = profile.mode === 'live' && !info.host.live;
  const stopped = stopsIssuing(useHealth().data);
  const off = liveOff || stopped !== null;
  const submit = (): void => {
    if (!off) form.submit();
  };
  useWindowKey((event) => {
    const enter = event.code === 'Enter' || event.code === 'NumpadEnter';
    if (!enter || !isMod(event) || event.repeat) return;
    event.preventDefault();
    submit();
  });
  const slow = useLasting(form.pending, NOTICED_MS);
  const action = say(slow ? 'form.recording' : `form.submit.${flow}`);
  return (
    <form
      className={styles.form}
      noValidate
      aria-busy={form.pending}
      onKeyDown={(event) => {
        // A held Enter would submit the emptied form after the filled one.
        if (event.code === 'Enter' && event.repeat) event.preventDefault();
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      {form.refill !== null && <RefillNotice question={form.refill} />}
      <AmountField flow={flow} form={form} />
      <CurrencyField flow={flow} form={form} />
      <TypeField flow={flow} form={form} />
      <CustomerField flow={flow} form={form} />
      <OrderField form={form} />
      <MoreFields
        flow={flow}
        open={form.moreOpen}
        onToggle={form.toggleMore}
        busy={form.pending}
        draft={form.draft}
        notes={form.notes}
        onText={form.setText}
        onLeave={form.leave}
      />
      {stopped !== null && (
        <div id={offId}>
          <Notice tone="bad">{say(`health.submit.${stopped}`)}</Notice>
        </div>
      )}
      {liveOff && stopped === null && (
        <div id={offId}>
          <Notice tone="unknown" title={say('form.liveOff.title')}>
            {say('form.liveOff.text')} <code>{liveCommand(info.dataDir)}</code>
          </Notice>
        </div>
      )}
      <Button
        type="submit"
        className={styles.submit ?? ''}
        fullWidth
        disabled={off}
        aria-describedby={off ? offId : undefined}
        aria-keyshortcuts="Control+Enter"
        onClick={(event) => {
          // The second click of a double one: the form is already free for the next customer.
          if (event.detail > 1) event.preventDefault();
        }}
        aria-busy={form.pending}
        rightSection={<KeyCap>{`${MOD_NAME} ${ENTER_NAME}`}</KeyCap>}
      >
        {profile.mode === 'live'
          ? say('form.submit.live', { action, profile: profile.name })
          : action}
      </Button>
      {form.large !== null && <LargeAmount question={form.large} />}
      {form.failure !== null && (
        <IssueFailure
          failure={form.failure}
          intentId={form.draft.intentId}
          onNextOrder={form.takeNextOrder}
          onNewDraft={form.startAnew}
        />
      )}
    </form>
  );
}

import { IconRefresh } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, memo, useId } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';

import { useAction } from '../../../client/actions.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { stopsIssuing, useHealth } from '../../../client/health.ts';
import { useReadLimitsAgain } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { liveCommand } from '../../../text/commands.ts';
import { Button } from '../../../ui/Button.tsx';
import { Command } from '../../../ui/LongText.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ENTER_NAME, MOD_NAME, isMod, useWindowKey } from '../../../ui/keys.ts';
import { AmountField } from './AmountField.tsx';
import { CurrencyField, OrderField, TypeField } from './ChoiceFields.tsx';
import { CustomerField } from './CustomerField.tsx';
import { SUBMIT_ID, focusSpot } from './fieldId.ts';
import { NO_NOTE } from './fieldNotes.ts';
import { MoreFields } from './MoreFields.tsx';
import { LinkNotice, Questions, RefillNotice } from './Questions.tsx';
import { QuickLineField } from './QuickLineField.tsx';
import styles from './RequestDesk.module.css';
import { type RequestForm as Form, isCalm, useRequestForm } from './useRequestForm.ts';

export function RequestForm({ flow }: { readonly flow: Flow }): ReactNode {
  const { settings } = useDesk();
  const form = useRequestForm(flow);
  const stop = useStop();
  const submit = (): void => {
    if (stop === null) form.submit();
  };
  useAction('request.quick', () => focusSpot('quick'));
  useWindowKey((event) => {
    const enter = event.code === 'Enter' || event.code === 'NumpadEnter';
    if (!enter || !isMod(event) || event.repeat || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  return (
    <form
      className={`${styles.form} stack fluid gap-12 pad-20`}
      noValidate
      data-private={settings.privacy}
      data-calm={isCalm(form)}
      onKeyDown={(event) => {
        // A held Enter would submit the emptied form after the filled one.
        if (event.code.endsWith('Enter') && event.repeat) event.preventDefault();
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Fields flow={flow} form={form} />
      <Submit
        flow={flow}
        isAsked={form.isAsked}
        stop={stop}
        unanswered={form.unanswered?.body.fields.order_id ?? null}
      />
      <Questions form={form} />
    </form>
  );
}

type FieldsProps = { readonly flow: Flow; readonly form: Form };

function Fields({ flow, form }: FieldsProps): ReactNode {
  const say = useSay();
  const { draft, read, notes, setText, leave } = form;
  const choice = { flow, onText: setText };
  return (
    <>
      {form.refill !== null && <RefillNotice question={form.refill} />}
      {form.link !== null && <LinkNotice question={form.link} />}
      <QuickLineField form={form} />
      {form.isRestored && <p className="text-12 muted">{say('form.broughtBack')}</p>}
      <AmountField flow={flow} form={form} />
      <CurrencyField
        {...choice}
        {...(notes.currency ?? NO_NOTE)}
        value={read.currency}
        offered={read.offeredCurrencies}
      />
      <TypeField
        {...choice}
        {...(notes.payment_type ?? NO_NOTE)}
        value={read.paymentType}
        offered={read.offeredTypes}
      />
      <CustomerField flow={flow} form={form} />
      <OrderField
        {...(notes.order_id ?? NO_NOTE)}
        value={draft.texts.order_id}
        auto={draft.orderIsAuto && draft.texts.order_id !== ''}
        failed={form.isOrderFailed}
        onText={setText}
        onLeave={leave}
      />
      <div className={`${styles.rest} stack relative gap-12`}>
        <MoreFields
          flow={flow}
          open={form.moreOpen}
          onToggle={form.toggleMore}
          draft={draft}
          notes={notes}
          onText={setText}
          onLeave={leave}
          scenario={form.hasScenarios ? form.scenario : null}
          onScenario={form.chooseScenario}
        />
        <LimitsAgain />
      </div>
    </>
  );
}

const LimitsAgain = memo(function LimitsAgain(): ReactNode {
  const say = useSay();
  const limits = useReadLimitsAgain(useDesk().profile.id);
  const name = say('limits.again');
  return (
    <button
      type="button"
      className={`pill round-8 muted ${styles.again}`}
      aria-label={name}
      aria-busy={limits.isPending}
      title={name}
      onClick={() => limits.mutate()}
    >
      <IconRefresh size={16} aria-hidden="true" />
    </button>
  );
});

type Stop = 'live_off' | NonNullable<ReturnType<typeof stopsIssuing>> | null;

/** Why nothing can be issued here now. */
function useStop(): Stop {
  const { profile, info } = useDesk();
  const stopped = stopsIssuing(useHealth().data);
  if (stopped !== null) return stopped;
  return profile.mode === 'live' && !info.host.live ? 'live_off' : null;
}

type SubmitProps = {
  readonly flow: Flow;
  readonly isAsked: boolean;
  readonly stop: Stop;
  /** The order of a request without an answer for the customer who is named. */
  readonly unanswered: string | null;
};

/** The kit's button is the dearest part of the form to draw: not anew for every key. */
const Submit = memo(function Submit(props: SubmitProps): ReactNode {
  const { flow, isAsked, stop, unanswered } = props;
  const say = useSay();
  const { profile, info } = useDesk();
  const offId = useId();
  const action = say(`form.submit.${flow}`);
  const plain =
    profile.mode === 'live' ? say('form.submit.live', { action, profile: profile.name }) : action;
  return (
    <>
      {stop !== null && (
        <div id={offId}>
          {stop === 'live_off' ? (
            <Notice tone="unknown" title={say('form.liveOff.title')}>
              {say('form.liveOff.text')} <Command text={liveCommand(info.dataDir)} />
            </Notice>
          ) : (
            <Notice tone="bad">{say(`health.submit.${stop}`)}</Notice>
          )}
        </div>
      )}
      <Button
        id={SUBMIT_ID}
        type="submit"
        className={styles.submit ?? ''}
        // While it is asked once more, the answer is what is pressed.
        variant={isAsked ? 'default' : 'filled'}
        fullWidth
        disabled={stop !== null}
        aria-describedby={stop === null ? undefined : offId}
        aria-keyshortcuts="Control+Enter"
        onClick={(event) => {
          // The second click of a double one: the form is already free for the next customer.
          if (event.detail > 1) event.preventDefault();
        }}
        data-unanswered={unanswered !== null}
        rightSection={<KeyCap>{`${MOD_NAME} ${ENTER_NAME}`}</KeyCap>}
      >
        {unanswered === null
          ? plain
          : say('form.unanswered.submit', { action: plain, order: unanswered })}
      </Button>
    </>
  );
});

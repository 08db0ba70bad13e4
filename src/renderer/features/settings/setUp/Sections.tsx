import { type ReactNode, useId } from 'react';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { LIMITS_POLICIES, profileSetUpSchema, proxySchema } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { ModeChoice } from './ModeChoice.tsx';
import { orderPreview } from './orderPreview.ts';
import { Section } from './Section.tsx';
import styles from './SetUp.module.css';
import { SetUpField } from './SetUpField.tsx';
import { confirmField } from './texts.ts';
import { type SetUpForm, controlId } from './useSetUpForm.ts';

type Props = { readonly form: SetUpForm };

export function IdentitySection({ form, isNew }: Props & { readonly isNew: boolean }): ReactNode {
  const say = useSay();
  return (
    <Section title={say('setUp.identity')} text={say('setUp.identity.text')}>
      <SetUpField
        form={form}
        field="name"
        label={say('profile.name')}
        hint={say('profile.name.hint')}
        required
        autoFocus={isNew}
      />
      <ModeChoice form={form} />
      <SetUpField
        form={form}
        field="baseUrl"
        label={say('profile.address')}
        hint={say('profile.address.hint')}
        placeholder="https://"
        look="mono"
        inputMode="url"
        required
      />
      <SetUpField
        form={form}
        field="merchant"
        label={say('profile.merchant')}
        hint={say('profile.merchant.hint')}
        look="mono"
        required
      />
    </Section>
  );
}

export function OrdersSection({ form }: Props): ReactNode {
  const say = useSay();
  const now = useNow(60_000);
  const preview = orderPreview(form.texts, new Date(now));
  return (
    <Section title={say('setUp.orders')} text={say('setUp.orders.text')}>
      <SetUpField
        form={form}
        field="orderPattern"
        label={say('setUp.pattern')}
        hint={say('setUp.pattern.hint')}
        look="mono"
        required
      />
      <p className={styles.preview} role="status">
        <span className={styles.previewLabel}>{say('setUp.pattern.preview')}</span>
        {preview === null ? (
          <span className="muted">{say('setUp.pattern.none')}</span>
        ) : (
          preview.map((orderId) => <code key={orderId}>{orderId}</code>)
        )}
      </p>
    </Section>
  );
}

const ADDRESSES = [
  { field: 'callback', word: 'form.callback' },
  { field: 'success', word: 'form.success' },
  { field: 'reject', word: 'form.reject' },
] as const;

export function AddressesSection({ form }: Props): ReactNode {
  const say = useSay();
  return (
    <Section title={say('setUp.addresses')} text={say('setUp.addresses.text')}>
      {ADDRESSES.map(({ field, word }) => (
        <SetUpField
          key={field}
          form={form}
          field={field}
          label={say(word)}
          hint={say(form.texts[field].trim() === '' ? `${word}.omitted` : 'setUp.address.sent')}
          placeholder={say('setUp.address.none')}
          inputMode="url"
        />
      ))}
    </Section>
  );
}

export function SafetySection({ form }: Props): ReactNode {
  const say = useSay();
  const groupId = useId();
  const policy = LIMITS_POLICIES.find((name) => name === form.texts.limitsPolicy) ?? 'enforce';
  return (
    <Section title={say('setUp.safety')} text={say('setUp.safety.text')}>
      <div role="group" aria-labelledby={groupId}>
        <p id={groupId} className={styles.legend}>
          {say('setUp.confirm')}
        </p>
        <div className={styles.pair}>
          {CURRENCIES.map((currency) => (
            <SetUpField
              key={currency}
              form={form}
              field={confirmField(currency)}
              label={say('setUp.confirm.of', { currency })}
              placeholder={say('setUp.confirm.never')}
              suffix={currency}
              inputMode="decimal"
            />
          ))}
        </div>
        <p className={styles.hint}>{say('setUp.confirm.hint')}</p>
      </div>
      <div className={styles.pair}>
        <SetUpField
          form={form}
          field="duplicateWindow"
          label={say('setUp.duplicate')}
          hint={say('setUp.duplicate.hint')}
          suffix={say('setUp.minutes')}
          inputMode="numeric"
          required
        />
      </div>
      <Segments
        id={controlId('limitsPolicy')}
        label={say('setUp.limits')}
        value={policy}
        options={LIMITS_POLICIES.map((value) => ({ value, label: say(`setUp.limits.${value}`) }))}
        onChange={(value) => form.set('limitsPolicy', value)}
        hint={say(`setUp.limits.${policy}.meaning`)}
      />
    </Section>
  );
}

const DEADLINES = ['connect', 'slow', 'answer'] as const;

export function TimeSection({ form }: Props): ReactNode {
  const say = useSay();
  const listId = useId();
  return (
    <Section title={say('setUp.time')} text={say('setUp.time.text')}>
      <div className={styles.triple}>
        {DEADLINES.map((field) => (
          <SetUpField
            key={field}
            form={form}
            field={field}
            label={say(`setUp.${field}`)}
            hint={say(`setUp.${field}.hint`)}
            suffix={say('setUp.seconds')}
            inputMode="decimal"
            required
          />
        ))}
      </div>
      <div className={styles.pair}>
        <SetUpField
          form={form}
          field="requisitesValid"
          label={say('setUp.valid')}
          hint={say('setUp.valid.hint')}
          placeholder={say('setUp.valid.unknown')}
          suffix={say('setUp.minutes')}
          inputMode="numeric"
        />
        <SetUpField
          form={form}
          field="dayCut"
          label={say('setUp.dayCut')}
          hint={say('setUp.dayCut.hint')}
          look="mono"
          required
        />
      </div>
      <SetUpField
        form={form}
        field="timeZone"
        label={say('setUp.timeZone')}
        hint={say('setUp.timeZone.hint')}
        fact={<TimeThere zone={form.texts.timeZone.trim()} />}
        placeholder={say('setUp.timeZone.machine', {
          zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        })}
        list={listId}
      />
      <datalist id={listId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Section>
  );
}

/** The clock there shows at once whether it is the right zone. */
function TimeThere({ zone }: { readonly zone: string }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const now = useNow(10_000);
  if (zone !== '' && !profileSetUpSchema.shape.timeZone.safeParse(zone).success) return null;
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === '' ? {} : { timeZone: zone }),
  }).format(now);
  return say('setUp.timeZone.now', { time });
}

const PROXY_MODES = proxySchema.options.map(({ shape }) => shape.mode.value);

export function NetworkSection({ form }: Props): ReactNode {
  const say = useSay();
  const mode = PROXY_MODES.find((name) => name === form.texts.proxyMode) ?? 'system';
  return (
    <Section title={say('setUp.network')} text={say('setUp.network.text')}>
      <Segments
        id={controlId('proxyMode')}
        label={say('setUp.proxy')}
        value={mode}
        options={PROXY_MODES.map((value) => ({ value, label: say(`setUp.proxy.${value}`) }))}
        onChange={(value) => form.set('proxyMode', value)}
        hint={say(`setUp.proxy.${mode}.meaning`)}
      />
      {mode === 'manual' && (
        <SetUpField
          form={form}
          field="proxyUrl"
          label={say('setUp.proxyUrl')}
          hint={say('setUp.proxyUrl.hint')}
          placeholder="http://"
          look="mono"
          inputMode="url"
          required
        />
      )}
    </Section>
  );
}

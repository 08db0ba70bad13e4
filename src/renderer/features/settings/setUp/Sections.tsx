import type { ReactNode } from 'react';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { LIMITS_POLICIES } from '#shared/domain/profile.ts';

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

type IdentityProps = Props & {
  readonly isNew: boolean;
  /** One that was not saved because it is a secret of this profile. */
  readonly refusedMerchant: string | null;
};

export function IdentitySection({ form, isNew, refusedMerchant }: IdentityProps): ReactNode {
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
        refused={
          refusedMerchant === form.texts.merchant.trim() ? say('profile.merchant.isSecret') : null
        }
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
  const policy = LIMITS_POLICIES.find((name) => name === form.texts.limitsPolicy) ?? 'enforce';
  return (
    <Section title={say('setUp.safety')} text={say('setUp.safety.text')}>
      <div role="group" aria-label={say('setUp.confirm')}>
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

import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { profileModeSchema, profileSetUpSchema } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { shortDateLocale } from '../../../text/numbers.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { Section } from '../../../ui/form/Parts.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { ModeBadge } from '../profileActions.tsx';
import { THRESHOLDS, controls } from './fields.ts';
import { orderPreview } from './orderPreview.ts';
import styles from './SetUp.module.css';
import { StateWords } from './StateWords.tsx';
import type { SetUpForm } from './useSetUpForm.ts';

type Props = {
  readonly form: SetUpForm;
  readonly isNew: boolean;
  /** The merchant id that was not saved because it is a secret of this profile. */
  readonly refusedMerchant: string | null;
};

export function SetUpSections({ form, isNew, refusedMerchant }: Props): ReactNode {
  const say = useSay();
  const errorAt = (path: string): string | null => {
    const isRefused = path === 'merchant' && refusedMerchant === form.doc.merchant.trim();
    return form.errorAt(path) ?? (isRefused ? say('profile.merchant.isSecret') : null);
  };
  return (
    <>
      <Section title={say('setUp.identity')} text={say('setUp.identity.text')}>
        <Fields form={form} of={controls('name')} autoFocus={isNew} />
        <ModeChoice form={form} />
        <Fields form={{ ...form, errorAt }} of={controls('baseUrl', 'merchant')} />
      </Section>
      <Section title={say('setUp.orders')} text={say('setUp.orders.text')}>
        <Fields form={form} of={controls('orderPattern')} />
        <OrderPreview form={form} />
      </Section>
      <Section title={say('setUp.addresses')} text={say('setUp.addresses.text')}>
        <Fields form={form} of={controls('callback', 'success', 'reject')} />
      </Section>
      <Section title={say('setUp.safety')} text={say('setUp.safety.text')}>
        <div role="group" aria-label={say('setUp.confirm')}>
          <Fields form={form} of={controls(...THRESHOLDS)} layout="pair" />
          <p className={styles.hint}>{say('setUp.confirm.hint')}</p>
        </div>
        <Fields form={form} of={controls('duplicateWindow')} layout="pair" />
        <Fields form={form} of={controls('limitsPolicy')} />
      </Section>
      <StateWords form={form} />
      <Section title={say('setUp.time')} text={say('setUp.time.text')}>
        <Fields form={form} of={controls('connect', 'slow', 'answer')} layout="triple" />
        <Fields form={form} of={controls('requisitesValid', 'dayCut')} layout="pair" />
        <Fields
          form={form}
          of={controls('timeZone')}
          fact={<TimeThere zone={form.doc.timeZone.trim()} />}
        />
      </Section>
      <Section title={say('setUp.network')} text={say('setUp.network.text')}>
        <Fields form={form} of={controls('proxyMode', 'proxyUrl')} />
      </Section>
    </>
  );
}

type FormProps = { readonly form: SetUpForm };

/** Native radios, each with what it means: this choice decides whether money is real. */
function ModeChoice({ form }: FormProps): ReactNode {
  const say = useSay();
  const base = useId();
  return (
    <fieldset className={styles.modes}>
      <legend className={styles.legend}>{say('profile.mode')}</legend>
      {profileModeSchema.options.map((mode) => (
        <label
          key={mode}
          className={styles.modeCard}
          data-mode={mode}
          data-checked={form.doc.mode === mode}
        >
          <input
            type="radio"
            className={styles.radio}
            name={form.idOf('mode')}
            value={mode}
            aria-labelledby={`${base}-${mode}`}
            aria-describedby={`${base}-${mode}-meaning`}
            checked={form.doc.mode === mode}
            onChange={() => form.set('mode', mode)}
          />
          <IconCheck size={16} className={styles.chosen} aria-hidden="true" />
          <span id={`${base}-${mode}`}>
            <span className="spoken">{say(`profile.mode.${mode}`)}</span>
            <span aria-hidden="true">
              <ModeBadge mode={mode} />
            </span>
          </span>
          <span id={`${base}-${mode}-meaning`} className={styles.meaning}>
            {say(`profile.mode.${mode}.meaning`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function OrderPreview({ form }: FormProps): ReactNode {
  const say = useSay();
  const now = useNow(60_000);
  const preview = orderPreview(form.doc, new Date(now));
  return (
    <p className={styles.preview} role="status">
      <span className={styles.legend}>{say('setUp.pattern.preview')}</span>
      {preview === null ? (
        <span className="muted">{say('setUp.pattern.none')}</span>
      ) : (
        preview.map((orderId) => <code key={orderId}>{orderId}</code>)
      )}
    </p>
  );
}

/** The clock there shows at once whether it is the right zone. */
function TimeThere({ zone }: { readonly zone: string }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const now = useNow(10_000);
  if (zone !== '' && !profileSetUpSchema.shape.timeZone.safeParse(zone).success) return null;
  const time = new Intl.DateTimeFormat(shortDateLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === '' ? {} : { timeZone: zone }),
  }).format(now);
  return say('setUp.timeZone.now', { time });
}

import { type ReactNode, useId } from 'react';

import { profileSetUpSchema, proxySchema } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { Section } from './Section.tsx';
import styles from './SetUp.module.css';
import { SetUpField } from './SetUpField.tsx';
import { type SetUpForm, controlId } from './useSetUpForm.ts';
import { shortDateLocale } from '../../../text/locale.ts';

type Props = { readonly form: SetUpForm };

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
  const time = new Intl.DateTimeFormat(shortDateLocale(language), {
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

import type { ReactNode } from 'react';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Profile, profileSetUpSchema } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { failureOf } from '../../../client/operation.ts';
import { useJoinedTeam } from '../../../client/team.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { Fold, Section } from '../../../ui/form/Parts.tsx';
import { SaveForm } from '../../../ui/form/SaveForm.tsx';
import { useDraft } from '../../../ui/form/useDraft.ts';
import { useNow } from '../../../ui/hooks.ts';
import { useSaveProfile } from '../queries.ts';
import { THRESHOLDS, controls } from './fields.ts';
import { orderPreview } from './orderPreview.ts';
import { StateWords } from './StateWords.tsx';
import { type SetUpForm, newTexts, readSetUp, setUpKey, textsOf, warningText } from './texts.ts';

type Props = {
  /** Null: a new profile. */
  readonly profile: Profile | null;
  readonly onSaved: (profile: Profile) => void;
  /** Of a new profile only. What was typed is kept until it is discarded. */
  readonly onCancel?: () => void;
};

/** Everything an integrator decides about one merchant, except its secret and the provider's format. */
export function SetUpEditor({ profile, onSaved, onCancel }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const save = useSaveProfile();
  const deskCode = useJoinedTeam()?.code ?? null;
  const form: SetUpForm = useDraft({
    key: setUpKey(profile),
    saved: profile === null ? newTexts(language, deskCode) : textsOf(profile, language),
    read: (texts) => readSetUp(texts, profile?.dialect ?? DEFAULT_DIALECT, deskCode),
    warningAt: (path, texts) => warningText(path, texts, profile, say),
  });
  const refused = refusedMerchant(save);
  const errorAt = (path: string): string | null => {
    const isRefused = path === 'merchant' && refused === form.doc.merchant.trim();
    return form.errorAt(path) ?? (isRefused ? say('profile.merchant.isSecret') : null);
  };
  return (
    <SaveForm
      label={say('setUp.title')}
      draft={form}
      save={save}
      onSave={(setUp, done) =>
        save.mutate(
          { id: profile?.id ?? null, setUp },
          {
            onSuccess: (saved) => {
              done();
              onSaved(saved);
            },
          },
        )
      }
      onCancel={onCancel}
    >
      <Fields form={form} of={controls('name')} layout="column" autoFocus={profile === null} />
      <Fields
        form={{ ...form, errorAt }}
        of={controls('mode', 'baseUrl', 'merchant')}
        layout="column"
      />
      <Fold title={say('setUp.advanced')} open={profile !== null}>
        <Advanced form={form} />
      </Fold>
    </SaveForm>
  );
}

/** The merchant id that was not saved because it is a secret of this profile. */
function refusedMerchant({ error, variables }: ReturnType<typeof useSaveProfile>): string | null {
  const failure = error === null ? null : failureOf(error);
  const isSecret = failure?.code === 'known_value_is_secret' && failure.detail === 'merchant';
  return isSecret ? (variables?.setUp.merchant ?? null) : null;
}

type FormProps = { readonly form: SetUpForm };

/** Everything that has a default. */
function Advanced({ form }: FormProps): ReactNode {
  const say = useSay();
  return (
    <>
      <Section title={say('setUp.orders')}>
        <Fields form={form} of={controls('orderPattern')} />
        <OrderPreview form={form} />
      </Section>
      <Section title={say('setUp.addresses')}>
        <Fields form={form} of={controls('callback', 'success', 'reject')} />
      </Section>
      <Section title={say('setUp.safety')}>
        <Fields form={form} of={controls(...THRESHOLDS)} layout="pair" />
        <Fields form={form} of={controls('duplicateWindow', 'limitsPolicy')} />
      </Section>
      <StateWords form={form} />
      <Section title={say('setUp.time')}>
        <Fields form={form} of={controls('connect', 'slow', 'answer')} layout="triple" />
        <Fields form={form} of={controls('requisitesValid', 'dayCut')} layout="pair" />
        <Fields
          form={form}
          of={controls('timeZone')}
          fact={<TimeThere zone={form.doc.timeZone.trim()} />}
        />
      </Section>
      <Section title={say('setUp.network')}>
        <Fields form={form} of={controls('proxyMode', 'proxyUrl')} />
      </Section>
    </>
  );
}

function OrderPreview({ form }: FormProps): ReactNode {
  const say = useSay();
  const now = useNow(60_000);
  const deskCode = useJoinedTeam()?.code ?? null;
  const preview = orderPreview(form.doc, new Date(now), deskCode);
  return (
    <p className="row wrap middle gap-8 text-13" role="status">
      <span className="text-12 muted bold">{say('setUp.pattern.preview')}</span>
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
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === '' ? {} : { timeZone: zone }),
  }).format(now);
  return say('setUp.timeZone.now', { time });
}

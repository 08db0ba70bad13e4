import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';

import { dialectSchema } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import type { FormatDraft } from '../useFormatDraft.ts';
import { Explanation } from './Explanation.tsx';
import form from '../../../ui/form/Form.module.css';
import styles from './Lab.module.css';
import { bodyOf } from './labSample.ts';
import { Compare } from './Compare.tsx';
import { useExplanation } from './queries.ts';
import { Sample } from './Sample.tsx';

const TYPING_MS = 150;

type Props = {
  readonly profile: Profile;
  readonly draft: FormatDraft;
  readonly readOnly: boolean;
};

/** From the provider's document to working knobs: what is signed, how, and whether it is what the provider expects. */
export function Lab({ profile, draft, readOnly }: Props): ReactNode {
  const say = useSay();
  const { dialect, sample } = draft;
  const body = useMemo(() => bodyOf(sample), [sample]);
  const asked = useMemo(() => {
    const usable = dialectSchema.safeParse(dialect);
    return usable.success && body.ok
      ? { profileId: profile.id, dialect: usable.data, body: body.value }
      : null;
  }, [dialect, body, profile.id]);
  const [settled] = useDebouncedValue(asked, TYPING_MS);
  const explained = useExplanation(settled);
  const explanation = explained.data ?? null;
  return (
    <section className={styles.lab} aria-labelledby="lab-title" data-knob="signature">
      <div>
        <h3 id="lab-title" className={form.heading}>
          {say('lab.title')}
        </h3>
        <p className={form.text}>{say('lab.text')}</p>
      </div>
      <Sample profile={profile} sample={sample} onChange={draft.setSample} body={body} />
      <ActionError error={explained.error} />
      {asked === null && <p className={styles.stale}>{say('lab.stale')}</p>}
      {explanation !== null && (
        <div className={styles.explained} data-stale={asked === null}>
          <Explanation explanation={explanation} algorithm={dialect.signature.algorithm}>
            <Compare
              asked={asked}
              made={explanation.signature}
              expected={draft.expected}
              onExpected={draft.setExpected}
              onUse={
                readOnly
                  ? null
                  : (knobs) => draft.set('signature', { ...dialect.signature, ...knobs })
              }
            />
          </Explanation>
        </div>
      )}
    </section>
  );
}

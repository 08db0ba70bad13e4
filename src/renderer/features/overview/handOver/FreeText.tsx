import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { type HandOverText, MAX_HAND_OVER_TEXT } from '#shared/domain/shift.ts';

import { May, useDesk, useMay, usePrivacy } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSessionStorage } from '../../../ui/hooks.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { TextArea } from '../../../ui/TextBox.tsx';
import styles from './HandOver.module.css';
import { Section } from './Section.tsx';

/** Null: not changed. Survives leaving the screen before it is saved. */
const draftSchema = z.string().nullable().catch(null);

/** What this shift tells the next one in its own words: saved in the log, printed and copied with the report. */
export function FreeText({ text: saved }: { readonly text: HandOverText | null }): ReactNode {
  const say = useSay();
  const cache = useQueryClient();
  const { on: isPrivate, hide } = usePrivacy();
  const { profile, settings } = useDesk();
  const [draft, setDraft] = useSessionStorage('hand-over-text', draftSchema);
  const mayWrite = useMay('issue');
  const write = useOperation('shift.write', async () => {
    await cache.invalidateQueries({ queryKey: KEYS.shift(profile.id) });
    setDraft(null);
  });
  const text = draft ?? saved?.text ?? '';
  const isChanged = text.trim() !== (saved?.text ?? '');
  return (
    <Section title={say('handOver.text')} isPrinted={saved !== null}>
      <form
        className="stack gap-8 unprinted"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !write.isPending) write.mutate({ text: text.trim() });
        }}
      >
        <TextArea
          aria-label={say('handOver.text')}
          rows={3}
          maxLength={MAX_HAND_OVER_TEXT}
          readOnly={write.isPending || !mayWrite}
          data-private={isPrivate}
          value={text}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <div className="row wrap middle gap-8">
          <May to="issue">
            <Button type="submit" size="xs" loading={write.isPending} disabled={!isChanged}>
              {say('handOver.text.save')}
            </Button>
          </May>
          {saved !== null && (
            <span role="status" className="text-13 muted">
              {say('handOver.text.saved', {
                time: dayTimeText(saved.at, settings.language),
                operator: saved.operator.name,
              })}
            </span>
          )}
        </div>
        <ActionError error={write.error} />
      </form>
      {saved !== null && <p className={`${styles.printedText} breakable`}>{hide(saved.text)}</p>}
    </Section>
  );
}

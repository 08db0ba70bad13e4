import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { type HandOverText, MAX_HAND_OVER_TEXT } from '#shared/domain/handOver.ts';

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

/** The message to the next person as it stands in its box. */
export type TypedHandOverText = {
  readonly shown: string;
  /** Null: as it is saved. */
  readonly changed: string | null;
  readonly type: (text: string) => void;
  /** It is saved. */
  readonly forget: () => void;
};

export function useHandOverText(saved: HandOverText | null): TypedHandOverText {
  const [draft, setDraft] = useSessionStorage('hand-over-text', draftSchema);
  const said = saved?.text ?? '';
  const text = draft?.trim() ?? said;
  return {
    shown: draft ?? said,
    changed: text === said ? null : text,
    type: setDraft,
    forget: () => setDraft(null),
  };
}

type Props = { readonly saved: HandOverText | null; readonly message: TypedHandOverText };

/** What one person tells the next in their own words: saved in the log, printed and copied with the report. */
export function FreeText({ saved, message }: Props): ReactNode {
  const say = useSay();
  const cache = useQueryClient();
  const { on: isPrivate, hide } = usePrivacy();
  const { profile, settings } = useDesk();
  const mayWrite = useMay('issue');
  const write = useOperation('handOver.write', async () => {
    await cache.invalidateQueries({ queryKey: KEYS.handOver(profile.id) });
    message.forget();
  });
  return (
    <Section title={say('handOver.text')} isPrinted={saved !== null}>
      <form
        className="stack gap-8 unprinted"
        onSubmit={(event) => {
          event.preventDefault();
          if (message.changed !== null && !write.isPending) write.mutate({ text: message.changed });
        }}
      >
        <TextArea
          aria-label={say('handOver.text')}
          rows={3}
          maxLength={MAX_HAND_OVER_TEXT}
          readOnly={write.isPending || !mayWrite}
          data-private={isPrivate}
          value={message.shown}
          onChange={(event) => message.type(event.currentTarget.value)}
        />
        <div className="row wrap middle gap-8">
          <May to="issue">
            <Button
              type="submit"
              size="xs"
              loading={write.isPending}
              disabled={message.changed === null}
            >
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

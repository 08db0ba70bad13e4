import type { ReactNode } from 'react';
import { z } from 'zod';

import type { CustomerNote } from '#shared/domain/customer.ts';

import { type CustomerOf, useNoteCustomer } from '../../../client/customers.ts';
import { May, useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { useSessionStorage } from '../../../ui/hooks.ts';
import { NoteForm } from '../detail/Notes.tsx';

const draftSchema = z.string().catch('');

type Props = { readonly of: CustomerOf; readonly notes: readonly CustomerNote[] };

/** What operators want to remember of a customer, newest first. */
export function Notes({ of, notes }: Props): ReactNode {
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const note = useNoteCustomer();
  const say = useSay();
  return (
    <>
      <May to="mark">
        <NoteForm
          draft={useSessionStorage(`note-draft-${of.profileId}-${of.customer}`, draftSchema)}
          note={note}
          onAdd={(text, onSuccess) => note.mutate({ ...of, text }, { onSuccess })}
        />
      </May>
      {notes.length > 0 && (
        <ul className="stack gap-8" aria-label={say('customer.notes')}>
          {notes.map(({ seq, at, operator, text }) => (
            <li key={seq} className="stack gap-2">
              <p className="text-12 muted">
                <time dateTime={at} title={fullTimeText(at, language)}>
                  {dayTimeText(at, language)}
                </time>{' '}
                · <span title={operator.account}>{operator.name}</span>
              </p>
              <p className="pre breakable">{hide(text)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

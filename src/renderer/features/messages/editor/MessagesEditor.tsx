import { type ReactNode, useId, useState } from 'react';

import {
  CHANNELS,
  DRAFT_MESSAGE_LANGUAGES,
  MESSAGE_LANGUAGES,
  MESSAGE_PURPOSES,
  type Template,
} from '#shared/domain/template.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useLimits } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { QueryError } from '../../../ui/Notice.tsx';
import { Fields } from '../../../ui/form/Fields.tsx';
import { type FieldSpec, choices, withValueAt } from '../../../ui/form/fields.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { languageText } from '../Choices.tsx';
import { useTemplates } from '../queries.ts';
import { useDrafts } from './drafts.ts';
import { type Slot, templateIn, typeText, typesFor } from './slot.ts';
import { WordingForm } from './WordingForm.tsx';

/** Every wording by language, channel and payment type: the office's own, and the desk's where it has none. */
export function MessagesEditor(): ReactNode {
  const templates = useTemplates();
  if (templates.error !== null) return <QueryError of={templates} />;
  if (templates.data === undefined) return <Skeleton height={420} />;
  return <Editor templates={templates.data} />;
}

/** Null becomes the empty text, which no payment type has as its name. */
type Chosen = Omit<Slot, 'paymentType'> & { readonly paymentType: string };

function Editor({ templates }: { readonly templates: readonly Template[] }): ReactNode {
  const say = useSay();
  const id = useId();
  const { settings, profile } = useDesk();
  const drafts = useDrafts();
  const limits = useLimits(profile.id).data?.snapshot ?? null;
  const [chosen, setChosen] = useState<Chosen>({
    purpose: 'payment',
    language: settings.messageLanguage ?? settings.language,
    channel: settings.messageChannel,
    paymentType: '',
  });
  const types = typesFor(templates, limits);
  const inSlot = (type: string): Slot => ({ ...chosen, paymentType: type === '' ? null : type });
  const slot = inSlot(chosen.paymentType);
  /** Marked where the office has its own wording, or one that is not saved. */
  const typeLabel = (type: string): string => {
    const name = typeText(inSlot(type).paymentType, say);
    if (drafts.draftOf(inSlot(type)) !== null)
      return `${name} · ${say('wording.standing.unsaved')}`;
    const isOwn = templateIn(templates, inSlot(type)) !== null;
    return isOwn ? `${name} · ${say('wording.standing.own')}` : name;
  };
  const fields: readonly FieldSpec<Chosen>[] = [
    {
      path: 'purpose',
      kind: 'choice',
      label: 'wording.purpose',
      ...choices(MESSAGE_PURPOSES, (purpose) => `wording.purpose.${purpose}`),
    },
    {
      path: 'language',
      kind: 'choice',
      label: 'message.language',
      hint: (words, { language }) =>
        DRAFT_MESSAGE_LANGUAGES.has(language) ? words('wording.draft') : null,
      options: MESSAGE_LANGUAGES,
      optionLabel: (text, words) => {
        const language = MESSAGE_LANGUAGES.find((known) => known === text);
        return language === undefined ? text : languageText(language, words);
      },
    },
    {
      path: 'channel',
      kind: 'choice',
      label: 'message.channel',
      ...choices(CHANNELS, (channel) => `message.channel.${channel}`),
    },
    {
      path: 'paymentType',
      kind: 'choice',
      label: 'wording.type',
      options: types.map((type) => type ?? ''),
      optionLabel: typeLabel,
    },
  ];
  return (
    <div className="stack gap-16">
      <p className="muted">{say('wording.intro')}</p>
      <Fields
        of={fields}
        layout="slim"
        form={{
          doc: chosen,
          set: (path, value) => setChosen(withValueAt(chosen, path, value)),
          idOf: (path) => `${id}-${path}`,
          errorAt: () => null,
        }}
      />
      <WordingForm
        key={JSON.stringify(slot)}
        slot={slot}
        template={templateIn(templates, slot)}
        draft={drafts.draftOf(slot)}
        onDraft={(text) => drafts.keep(slot, text)}
      />
    </div>
  );
}

import { type ReactNode, useState } from 'react';

import {
  CHANNELS,
  DRAFT_MESSAGE_LANGUAGES,
  MESSAGE_LANGUAGES,
  MESSAGE_PURPOSES,
  type MessagePurpose,
  type Template,
} from '#shared/domain/template.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { LoadError } from '../../../ui/Notice.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { languageText } from '../Choices.tsx';
import { useTemplates } from '../queries.ts';
import { AddType } from './AddType.tsx';
import { useDrafts } from './drafts.ts';
import styles from './Editor.module.css';
import { type Slot, templateIn, typeText, typesFor } from './slot.ts';
import { WordingForm } from './WordingForm.tsx';

/** No payment type has this name. */
const ALL = '';

/** Every wording by language, channel and payment type: the office's own, and the desk's where it has none. */
export function MessagesEditor(): ReactNode {
  const templates = useTemplates();
  if (templates.error !== null) {
    return (
      <LoadError
        error={templates.error}
        retry={() => void templates.refetch()}
        retrying={templates.isFetching}
      />
    );
  }
  if (templates.data === undefined) return <Skeleton height={420} />;
  return <Editor templates={templates.data} />;
}

function Editor({ templates }: { readonly templates: readonly Template[] }): ReactNode {
  const say = useSay();
  const { settings } = useDesk();
  const drafts = useDrafts();
  const [purpose, setPurpose] = useState<MessagePurpose>('payment');
  const [language, setLanguage] = useState(settings.messageLanguage ?? settings.language);
  const [channel, setChannel] = useState(settings.messageChannel);
  const [paymentType, setPaymentType] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const types = typesFor(templates, { purpose, language, channel }, added);
  const slot: Slot = {
    purpose,
    language,
    channel,
    paymentType: types.includes(paymentType) ? paymentType : null,
  };
  const standingOf = (type: string | null): 'own' | 'desk' | 'unsaved' => {
    const own = { purpose, language, channel, paymentType: type };
    if (drafts.draftOf(own) !== null) return 'unsaved';
    return templateIn(templates, own) === null ? 'desk' : 'own';
  };
  return (
    <div className="stack gap-16">
      <p className="muted">{say('wording.intro')}</p>
      <div className={styles.choices}>
        <Segments
          look="pills"
          label={say('wording.purpose')}
          value={purpose}
          options={MESSAGE_PURPOSES.map((value) => ({
            value,
            label: say(`wording.purpose.${value}`),
          }))}
          onChange={setPurpose}
        />
        <Segments
          look="pills"
          label={say('message.language')}
          value={language}
          options={MESSAGE_LANGUAGES.map((value) => ({ value, label: languageText(value, say) }))}
          onChange={setLanguage}
          hint={DRAFT_MESSAGE_LANGUAGES.has(language) ? say('wording.draft') : null}
        />
        <Segments
          look="pills"
          label={say('message.channel')}
          value={channel}
          options={CHANNELS.map((value) => ({ value, label: say(`message.channel.${value}`) }))}
          onChange={setChannel}
        />
      </div>
      <div className={styles.choices}>
        <Segments
          look="pills"
          label={say('wording.types')}
          value={slot.paymentType ?? ALL}
          options={types.map((type) => {
            const standing = standingOf(type);
            return {
              value: type ?? ALL,
              label: typeText(type, say),
              note: {
                text: say(`wording.standing.${standing}`),
                tone: standing === 'unsaved' ? 'open' : 'calm',
              },
            };
          })}
          onChange={(value) => setPaymentType(value === ALL ? null : value)}
        />
        <AddType
          known={types}
          onAdd={(type) => {
            setAdded([...added, type]);
            setPaymentType(type);
          }}
        />
      </div>
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

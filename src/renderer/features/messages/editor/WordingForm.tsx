import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';

import { serves } from '#shared/domain/message/chooseWording.ts';
import { wordingFault } from '#shared/domain/message/placeholders.ts';
import { deskWording } from '#shared/domain/message/wording.ts';
import { MAX_TEMPLATE, type Template } from '#shared/domain/template.ts';

import { KEYS } from '../../../client/keys.ts';
import { type Mutation, useOperation } from '../../../client/operation.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { SaveBar } from '../../../ui/form/SaveForm.tsx';
import { Chips } from './Chips.tsx';
import styles from './Editor.module.css';
import { ExamplePreview } from './ExamplePreview.tsx';
import { type Slot, kindOf, typeText } from './slot.ts';

type Props = {
  readonly slot: Slot;
  /** Null: the desk's wording holds. */
  readonly template: Template | null;
  readonly draft: string | null;
  readonly onDraft: (text: string | null) => void;
};

export function WordingForm({ slot, template, draft, onDraft }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [tried, setTried] = useState(false);
  const wording = useWording({ slot, template, onDraft });
  const kept = template?.text ?? deskWording(slot.language, slot.channel, kindOf(slot));
  const text = draft ?? kept;
  const fault = wordingFault(text, MAX_TEMPLATE, slot.purpose);
  const change = (changed: string): void => onDraft(changed === kept ? null : changed);
  const save = (): void => {
    setTried(fault !== null);
    if (fault === null) wording.save(text.trim());
    else box.current?.focus();
  };
  return (
    <form
      className="panel stack fluid gap-12 pad-20"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2 className="text-14 bold breakable">{typeText(slot.paymentType, say)}</h2>
      <div className={`${styles.columns} stack top gap-24`}>
        <div className="stack fluid gap-12">
          <Field
            id={id}
            label={say('wording.text')}
            fact={say('wording.length', { used: text.trim().length, limit: MAX_TEMPLATE })}
            hint={noteOf(text, slot, say)}
            error={fault !== null && (tried || draft !== null) ? faultText(fault, say) : null}
          >
            {(control) => (
              <textarea
                {...control}
                ref={box}
                className="area"
                rows={Math.max(9, text.split('\n').length + 1)}
                spellCheck={false}
                value={text}
                onChange={(event) => change(event.currentTarget.value)}
              />
            )}
          </Field>
          <Chips box={box} channel={slot.channel} purpose={slot.purpose} onInsert={change} />
        </div>
        <ExamplePreview text={text} slot={slot} />
      </div>
      <div className="row wrap middle gap-8">
        {template !== null && (
          <Button size="xs" variant="default" loading={wording.isRemoving} onClick={wording.remove}>
            {say('wording.restore')}
          </Button>
        )}
        <p role="status" className="live text-13 medium good">
          {wording.isRestored && draft === null && say('wording.restored')}
        </p>
        {wording.removed !== null && template === null && draft === null && (
          <Button size="xs" variant="subtle" onClick={wording.takeBack}>
            {say('wording.takeBack')}
          </Button>
        )}
      </div>
      <ActionError error={wording.error} />
      <SaveBar
        submits
        dirty={draft !== null}
        faults={draft !== null && fault !== null ? 1 : 0}
        save={wording.saving}
        onSave={save}
        onDiscard={() => onDraft(null)}
      />
    </form>
  );
}

/** For whom it is used, as far as its placeholders say. */
function noteOf(text: string, { purpose }: Slot, say: Say): string | null {
  if (purpose !== 'payment') return say(`wording.use.${purpose}`);
  const [number, link] = [serves(text, 'requisites'), serves(text, 'link')];
  if (number === link) return number ? say('wording.use.both') : null;
  return say(number ? 'wording.use.requisites' : 'wording.use.link');
}

function faultText(fault: NonNullable<ReturnType<typeof wordingFault>>, say: Say): string {
  switch (fault.code) {
    case 'unknown_placeholder':
    case 'lone_brace':
      return say(`wording.fault.${fault.code}`, { written: fault.written });
    case 'too_long':
      return say('wording.fault.too_long', { limit: fault.limit });
    default:
      return say(`wording.fault.${fault.code}`);
  }
}

type Wording = {
  readonly save: (text: string) => void;
  /** The desk's wording holds again; what was there can be taken back. */
  readonly remove: () => void;
  readonly takeBack: () => void;
  readonly removed: Template | null;
  readonly isRestored: boolean;
  readonly saving: Mutation<'template.save'>;
  /** Why the desk's wording does not hold again. */
  readonly error: Error | null;
  readonly isRemoving: boolean;
};

function keep(cache: QueryClient, templates: readonly Template[]): void {
  cache.setQueryData(KEYS.templates, templates);
}

function templateFor({ purpose, ...slot }: Slot): Omit<Template, 'id' | 'text'> {
  return purpose === 'payment' ? slot : { ...slot, purpose };
}

function useWording({ slot, template, onDraft }: Omit<Props, 'draft'>): Wording {
  const saving = useOperation('template.save', keep);
  const removing = useOperation('template.delete', keep);
  const [removed, setRemoved] = useState<Template | null>(null);
  const [isRestored, setRestored] = useState(false);
  const store = (wording: Template): void => {
    removing.reset();
    saving.mutate(wording, {
      onSuccess: () => {
        onDraft(null);
        setRemoved(null);
        setRestored(false);
      },
    });
  };
  return {
    save: (text) => store({ ...templateFor(slot), id: template?.id ?? crypto.randomUUID(), text }),
    remove: () => {
      if (template === null) return;
      saving.reset();
      const { id } = template;
      removing.mutate(
        { id },
        {
          onSuccess: () => {
            onDraft(null);
            setRemoved(template);
            setRestored(true);
          },
        },
      );
    },
    takeBack: () => {
      if (removed !== null) store(removed);
    },
    removed,
    isRestored,
    saving,
    error: removing.error,
    isRemoving: removing.isPending,
  };
}

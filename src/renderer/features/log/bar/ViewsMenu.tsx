import { IconBookmark, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';

import type { SavedView } from '#shared/domain/logSearch.ts';

import type { LogLook } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckBox, Field } from '../../../ui/Field.tsx';
import { MenuPill } from '../../../ui/MenuPill.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { applyView, isShowing, viewOf } from '../look.ts';
import { useDeleteView, useSaveView, useViews } from '../queries.ts';
import styles from './Bar.module.css';

type Props = {
  readonly look: LogLook;
  readonly onChange: (look: LogLook) => void;
};

export function ViewsMenu({ look, onChange }: Props): ReactNode {
  const say = useSay();
  const views = useViews().data ?? [];
  const current = views.find((view) => isShowing(look, view)) ?? null;
  return (
    <MenuPill
      isTelling
      label={say('log.views')}
      icon={<IconBookmark size={14} aria-hidden="true" />}
      chosen={current?.name ?? null}
    >
      {(close) => (
        <ViewsPanel
          views={views}
          current={current}
          look={look}
          onApply={(view) => {
            onChange(applyView(look, view));
            close();
          }}
        />
      )}
    </MenuPill>
  );
}

type PanelProps = {
  readonly views: readonly SavedView[];
  readonly current: SavedView | null;
  readonly look: LogLook;
  readonly onApply: (view: SavedView) => void;
};

function ViewsPanel({ views, current, look, onApply }: PanelProps): ReactNode {
  const say = useSay();
  const save = useSaveView();
  const remove = useDeleteView();
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = views.find(({ id }) => id === editedId) ?? null;
  return (
    <div className={styles.menu}>
      {views.length === 0 && <p className="text-12 muted">{say('log.views.none')}</p>}
      <ul className="stack">
        {views.map((view) => (
          <li key={view.id} className="row middle gap-2">
            <button
              type="button"
              className="entry between"
              aria-pressed={view === current}
              onClick={() => onApply(view)}
            >
              <span className="cut">{view.name}</span>
              {view === current && <IconCheck size={14} aria-hidden="true" />}
            </button>
            <button
              type="button"
              className="quiet square"
              aria-label={say('log.views.edit', { view: view.name })}
              aria-expanded={view.id === editedId}
              onClick={() => setEditedId(view.id === editedId ? null : view.id)}
            >
              <IconPencil size={14} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="quiet square"
              aria-label={say('log.views.delete', { view: view.name })}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: view.id })}
            >
              <IconTrash size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <ActionError error={remove.error ?? save.error} />
      <ViewForm
        key={edited?.id ?? 'new'}
        edited={edited}
        look={look}
        isSaving={save.isPending}
        onSave={(view, onSaved) =>
          save.mutate(view, {
            onSuccess: () => {
              setEditedId(null);
              onSaved();
            },
          })
        }
      />
    </div>
  );
}

type FormProps = {
  /** Null: a new one is made of what is being looked at. */
  readonly edited: SavedView | null;
  readonly look: LogLook;
  readonly isSaving: boolean;
  readonly onSave: (view: SavedView, onSaved: () => void) => void;
};

function ViewForm({ edited, look, isSaving, onSave }: FormProps): ReactNode {
  const say = useSay();
  const id = useId();
  const [name, setName] = useState(edited?.name ?? '');
  const [withDates, setWithDates] = useState(edited !== null && edited.range !== null);
  const isNamed = name.trim() !== '';
  const nameBox = useRef<HTMLInputElement>(null);
  const shown = (): SavedView => viewOf(look, edited?.id ?? crypto.randomUUID(), name, withDates);
  return (
    <form
      className="stack gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNamed || isSaving) return;
        // A name that was not saved stays, to be saved once there is room.
        onSave(edited === null ? shown() : { ...edited, name: name.trim() }, () => setName(''));
        // The button that was pressed has nothing more to do.
        nameBox.current?.focus();
      }}
    >
      <Field id={`${id}-name`} label={say(edited === null ? 'log.views.name' : 'log.views.rename')}>
        {(control) => (
          <TextBox
            {...control}
            ref={nameBox}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <CheckBox label={say('log.views.withDates')} checked={withDates} onChange={setWithDates} />
      <div className="row gap-8">
        <Button type="submit" size="xs" disabled={!isNamed} loading={isSaving}>
          {say(edited === null ? 'log.views.save' : 'log.views.saveName')}
        </Button>
        {edited !== null && (
          <Button
            size="xs"
            variant="default"
            disabled={!isNamed || isSaving}
            onClick={() => onSave(shown(), () => setName(''))}
          >
            {say('log.views.replace')}
          </Button>
        )}
      </div>
    </form>
  );
}

import { type ReactNode, useEffect } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../Button.tsx';
import { useFocusBack } from '../focus.ts';
import { KeyCap } from '../KeyCap.tsx';
import { MOD_NAME, isMod, useWindowKey } from '../keys.ts';
import { ActionError } from '../Notice.tsx';
import styles from './Form.module.css';
import { Form } from './Parts.tsx';
import type { Draft } from './useDraft.ts';

const DONE_SHOWN_MS = 5000;

/** Of a mutation: how saving goes. */
type Saving = {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
};

type BarProps = {
  readonly dirty: boolean;
  /** How many fields cannot be saved. */
  readonly faults?: number;
  readonly save: Saving;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  /** A new document: the bar is there from the start, with a way out. */
  readonly onCancel?: (() => void) | undefined;
  /** The bar is part of a form, which Enter in a field submits too. */
  readonly submits?: boolean;
};

/** At the foot of a form, always in view while something is not saved. Mod+S and Mod+Enter save. */
export function SaveBar({
  dirty,
  faults = 0,
  save,
  submits = false,
  ...props
}: BarProps): ReactNode {
  const say = useSay();
  const canSave = dirty || props.onCancel !== undefined;
  useWindowKey((event) => {
    const isKey = ['KeyS', 'Enter', 'NumpadEnter'].includes(event.code);
    if (!isKey || !isMod(event) || event.repeat) return;
    event.preventDefault();
    if (canSave && !save.isPending) props.onSave();
  });
  // The button that was pressed goes with the last change.
  const standing = useFocusBack<HTMLSpanElement>(canSave);
  const { isSuccess, reset } = save;
  const isDone = isSuccess && !dirty;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(reset, DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone, reset]);
  const words = (): string => {
    if (faults > 0) return say('save.faulty', { count: faults });
    if (dirty) return say('save.unsaved');
    return isDone ? say('save.saved') : '';
  };
  return (
    <div
      className={`${styles.bar} stack gap-8 ruled on-panel`}
      data-shown={canSave || isDone || save.error !== null}
    >
      <ActionError error={save.error} />
      <div className={`${styles.barLine} row wrap middle gap-8`}>
        <span
          ref={standing}
          role="status"
          tabIndex={-1}
          className="toned grow text-13 medium"
          data-tone={faults > 0 ? 'bad' : dirty ? 'unsaved' : 'good'}
        >
          {words()}
        </span>
        {dirty && (
          <Button variant="default" disabled={save.isPending} onClick={props.onDiscard}>
            {say('save.discard')}
          </Button>
        )}
        {props.onCancel !== undefined && (
          <Button variant="default" onClick={props.onCancel}>
            {say('save.cancel')}
          </Button>
        )}
        {canSave && (
          <Button
            loading={save.isPending}
            aria-keyshortcuts="Control+S Meta+S"
            rightSection={<KeyCap>{`${MOD_NAME} S`}</KeyCap>}
            {...(submits ? { type: 'submit' } : { onClick: props.onSave })}
          >
            {say('save.do')}
          </Button>
        )}
      </div>
    </div>
  );
}

type FormProps<Doc, Value> = {
  readonly label: string;
  readonly draft: Draft<Doc, Value>;
  readonly save: Saving;
  readonly onSave: (value: Value, done: () => void) => void;
  readonly onCancel?: (() => void) | undefined;
  readonly children: ReactNode;
};

/** The one way in which Settings saves: a draft, and the bar that appears when something in it has changed. */
export function SaveForm<Doc, Value>(props: FormProps<Doc, Value>): ReactNode {
  const { draft, save } = props;
  const submit = (): void => {
    if (!save.isPending) draft.submit(props.onSave);
  };
  return (
    <Form className="stack gap-16" aria-label={props.label} onSubmit={submit}>
      {props.children}
      <SaveBar
        submits
        dirty={draft.dirty}
        faults={draft.faults}
        save={save}
        onSave={submit}
        onDiscard={() => {
          draft.discard();
          save.reset();
        }}
        onCancel={props.onCancel}
      />
    </Form>
  );
}

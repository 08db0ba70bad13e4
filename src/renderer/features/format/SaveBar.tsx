import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { MOD_NAME, isMod, useWindowKey } from '../../ui/keys.ts';
import styles from './Format.module.css';

const DONE_SHOWN_MS = 5000;

type Props = {
  readonly dirty: boolean;
  readonly faults: number;
  readonly save: UseMutationResult<Profile, Error, Dialect>;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
};

/** Stays in view while something is not saved. */
export function SaveBar({ dirty, faults, save, onSave, onDiscard }: Props): ReactNode {
  const say = useSay();
  useWindowKey((event) => {
    if (event.code !== 'KeyS' || !isMod(event)) return;
    event.preventDefault();
    if (dirty && !save.isPending) onSave();
  });
  const { isSuccess, reset } = save;
  const isDone = isSuccess && !dirty;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(reset, DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone, reset]);
  const text = stateText();
  return (
    <div className={styles.saveBar} data-shown={dirty || text !== ''} data-done={isDone}>
      <ActionError error={save.error} />
      <div className={styles.saveLine}>
        <p role="status" className={styles.saveState} data-faulty={faults > 0}>
          {text}
        </p>
        {dirty && (
          <div className={styles.buttons}>
            <Button variant="default" disabled={save.isPending} onClick={onDiscard}>
              {say('format.discard')}
            </Button>
            <Button
              loading={save.isPending}
              aria-keyshortcuts="Control+S Meta+S"
              rightSection={<KeyCap>{`${MOD_NAME} S`}</KeyCap>}
              onClick={onSave}
            >
              {say('format.save')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );

  function stateText(): string {
    if (faults > 0) return say('format.faulty', { count: faults });
    if (dirty) return say('format.unsaved');
    return isDone ? say('format.saved') : '';
  }
}

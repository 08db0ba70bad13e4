import { type ReactNode, useEffect, useRef } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../Notice.tsx';
import styles from './Importing.module.css';
import { Progress } from './Progress.tsx';
import { useImportProgress } from './sendFile.ts';

type ScreenProps = {
  readonly title: string;
  /** Beside the title. */
  readonly tabs?: ReactNode;
  readonly steps: readonly { readonly name: string; readonly label: string }[];
  readonly importing: {
    readonly draft: {
      readonly importId: string;
      readonly profileId: ProfileId;
      readonly step: string;
    } | null;
    readonly isBusy: boolean;
    readonly error: Error | null;
    readonly cancel: () => void;
    readonly close: () => void;
  };
  /** The first step, and what stands below it: no file has been chosen yet. */
  readonly start: ReactNode;
  readonly below: ReactNode;
  /** The step that the draft is in. */
  readonly children: ReactNode;
};

/** The way of a file, step by step. */
export function ImportScreen(props: ScreenProps): ReactNode {
  const { title, tabs, steps, importing, start, below, children } = props;
  const { profile } = useDesk();
  const { draft, isBusy, error, cancel, close } = importing;
  const step = draft?.step ?? steps[0]?.name ?? '';
  // Rows that were read for one merchant are never used for another one.
  const isOther = draft !== null && draft.profileId !== profile.id;
  return (
    <div className={`${styles.screen} stack gap-16`}>
      <div className="screen-head">
        <h1 className="text-18 ink bold">{title}</h1>
        {tabs}
        <span className="muted">{profile.name}</span>
        <StepList steps={steps} current={step} />
      </div>
      <StepFocus key={step}>
        <ActionError error={error} />
        {draft === null && start}
        {isOther && <OtherProfile profileId={draft.profileId} onDiscard={close} />}
        {draft !== null && !isOther && (
          <>
            {isBusy && <Busy importId={draft.importId} onCancel={cancel} />}
            {children}
          </>
        )}
      </StepFocus>
      {draft === null && below}
    </div>
  );
}

function StepList({
  steps,
  current,
}: Pick<ScreenProps, 'steps'> & { readonly current: string }): ReactNode {
  const say = useSay();
  return (
    <ol className={`${styles.steps} push text-13`} aria-label={say('batch.steps')}>
      {steps.map(({ name, label }) => (
        <li key={name} {...(name === current ? { 'aria-current': 'step' as const } : {})}>
          {label}
        </li>
      ))}
    </ol>
  );
}

/** What was pressed goes away with its step; the keyboard goes on in the new one. */
export function StepFocus({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('[data-first-focus]:not(:disabled)');
    (first ?? place.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={place} tabIndex={-1} className={`${styles.step} stack gap-16`}>
      {children}
    </section>
  );
}

type BusyProps = {
  readonly importId: string;
  /** Null: what runs is not cancelled. */
  readonly onCancel: (() => void) | null;
};

/** How far the running step is. */
export function Busy({ importId, onCancel }: BusyProps): ReactNode {
  const say = useSay();
  const progress = useImportProgress(importId);
  if (progress === null) return null;
  const { step, done, total } = progress;
  return (
    <Progress
      label={say(`batch.progress.${step}`)}
      done={done}
      total={total}
      action={
        onCancel !== null && (
          <button type="button" className="quiet" onClick={onCancel}>
            {say('batch.cancel')}
          </button>
        )
      }
    />
  );
}

type OtherProps = { readonly profileId: ProfileId; readonly onDiscard: () => void };

/** In place of the steps while another profile is in use than the one that the file was read for. */
function OtherProfile({ profileId, onDiscard }: OtherProps): ReactNode {
  const say = useSay();
  const { profiles } = useDesk();
  const name = profiles.find(({ id }) => id === profileId)?.name ?? profileId;
  return (
    <div className="dashed blank">
      <h2 className="text-18 ink bold">{say('batch.otherProfile', { profile: name })}</h2>
      <p>{say('batch.otherProfile.text', { profile: name })}</p>
      <button type="button" className="text-button" onClick={onDiscard}>
        {say('batch.discard')}
      </button>
    </div>
  );
}

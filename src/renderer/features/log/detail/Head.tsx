import { IconChevronDown, IconChevronUp, IconFlag, IconFlagFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { May } from '../../../client/deskContext.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { CloseButton } from '../../../ui/Detail.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { useWindowKey } from '../../../ui/keys.ts';
import styles from './Detail.module.css';
import { useFlag } from './queries.ts';

/** The ways to the requests before and after this one in the search; null: there is none. */
export type Neighbours = {
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
};

type Props = {
  readonly request: DepositRequest | null;
  readonly neighbours: Neighbours | null;
  readonly onClose: () => void;
};

/** Stays while one request follows another, so that the focus does too. */
export function Head({ request, neighbours, onClose }: Props): ReactNode {
  useWindowKey((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.code === 'Escape') onClose();
    if (neighbours === null || isTyping(event)) return;
    if (event.code === 'KeyJ') neighbours.next?.();
    if (event.code === 'KeyK') neighbours.previous?.();
  });
  return (
    <div className={`${styles.head} row wrap middle gap-4`}>
      {neighbours !== null && (
        <>
          <Step word="detail.next" cap="J" step={neighbours.next}>
            <IconChevronDown size={16} aria-hidden="true" />
          </Step>
          <Step word="detail.previous" cap="K" step={neighbours.previous}>
            <IconChevronUp size={16} aria-hidden="true" />
          </Step>
        </>
      )}
      {request !== null && (
        <May to="mark">
          <Flag key={request.intentId} request={request} />
        </May>
      )}
      <CloseButton className="push" onClose={onClose} />
    </div>
  );
}

type StepProps = {
  readonly word: WordKey;
  readonly cap: string;
  readonly step: (() => void) | null;
  readonly children: ReactNode;
};

/** At the end it stays where it is and keeps the focus; it only does nothing. */
function Step({ word, cap, step, children }: StepProps): ReactNode {
  const say = useSay();
  return (
    <button
      type="button"
      className="quiet"
      aria-label={say(word)}
      aria-keyshortcuts={cap}
      aria-disabled={step === null}
      title={say(word)}
      onClick={() => step?.()}
    >
      {children}
      <KeyCap>{cap}</KeyCap>
    </button>
  );
}

function Flag({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const flag = useFlag();
  const { intentId, flagged: isFlagged = false } = request;
  const Icon = isFlagged ? IconFlagFilled : IconFlag;
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-pressed={isFlagged}
        aria-busy={flag.isPending}
        title={say('flag.text')}
        onClick={() => {
          if (!flag.isPending) flag.mutate({ intentId, flagged: !isFlagged });
        }}
      >
        <Icon size={16} aria-hidden="true" />
        {say('flag.do')}
      </button>
      {flag.error !== null && (
        <div className={styles.headError}>
          <ActionError error={flag.error} />
        </div>
      )}
    </>
  );
}

/** A letter that is being typed is not a step. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target.matches('textarea, select, [contenteditable="true"]');
}

import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { May, useDesk, usePrivacy, useProfileOf } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useSandboxOrigin, useValidity } from './hooks.ts';
import { TopUpButton } from './PaidAmount.tsx';
import styles from './ResultCard.module.css';
import { foldActionOf, foldMarks } from './rules.ts';

type OfRequest = { readonly request: DepositRequest };

/** What the one line of a folded card must not leave out. */
export function FoldMarks({ request }: OfRequest): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const stateWords = useProfileOf(request)?.stateWords ?? [];
  const setting = { language, hide, stateWords };
  return foldMarks(request, setting, say).map(({ key, text, isOpen }) => (
    <span
      key={key}
      className={`${styles.foldMark} badge ${isOpen ? 'amber' : 'framed-control'}`}
      title={text}
    >
      {text}
    </span>
  ));
}

type FoldButtonProps = OfRequest & { readonly onResolve: () => void };

/** The most useful thing to do with it. */
export function FoldButton({ request, onResolve }: FoldButtonProps): ReactNode {
  const say = useSay();
  const stateWords = useProfileOf(request)?.stateWords ?? [];
  const isExpired = useValidity(request)?.state === 'ended';
  const recordCopy = useRecordCopy(request.intentId);
  const sandboxOrigin = useSandboxOrigin(request);
  const action = foldActionOf(request, { stateWords, isExpired, sandboxOrigin });
  if (action === null) return null;
  if (action.kind === 'top_up') return <TopUpButton request={request} />;
  if (action.kind === 'resolve') {
    return (
      <May to="resolve">
        <Button size="xs" variant="default" onClick={onResolve}>
          {say('resolve.open')}
        </Button>
      </May>
    );
  }
  const { part, copied } = action.row;
  return (
    <CopyButton
      label={say(part === 'url' ? 'copy.url' : 'copy.number')}
      text={copied}
      linkOf={part === 'url' ? request.intentId : null}
      onCopied={(text, result) => recordCopy(part, text, result)}
    />
  );
}

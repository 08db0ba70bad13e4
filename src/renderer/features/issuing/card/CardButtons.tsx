import { type ReactNode, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';
import { supportText } from '#shared/domain/support.ts';

import { useAction } from '../../../client/actions.ts';
import { useRecordCopy } from '../../../client/clipboard.ts';
import { useMay, usePrivacy, useProfileOf } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton, useCopy } from '../../../ui/CopyButton.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { useRepeat } from './hooks.ts';
import styles from './ResultCard.module.css';

type Props = { readonly request: DepositRequest };

/** Empty for a request of another profile, and for one that has no outcome yet. */
export function useRepeatItems(request: DepositRequest): readonly MenuItem[] {
  const say = useSay();
  const { repeat, whyNot } = useRepeat();
  const mayIssue = useMay('issue');
  if (!mayIssue || whyNot(request) !== null) return [];
  return [
    { label: say('repeat.do'), onChoose: () => repeat(request, 'again') },
    { label: say('repeat.with'), onChoose: () => repeat(request, 'with') },
  ];
}

type RepeatProps = Props & { readonly items?: readonly MenuItem[] };

/** Repeat in view; everything else in the menu. */
export function RepeatActions({ request, items = [] }: RepeatProps): ReactNode {
  const say = useSay();
  const [again, ...others] = useRepeatItems(request);
  const inMenu = [...others, ...items];
  return (
    <>
      {again !== undefined && (
        <Button size="xs" variant="default" onClick={again.onChoose}>
          {again.label}
        </Button>
      )}
      {inMenu.length > 0 && <Menu label={say('card.more')} items={inMenu} />}
    </>
  );
}

/** Answers to the keys. Where this one must not be repeated it is said, and no other takes its place. */
export function RepeatByKey({ request }: { readonly request: DepositRequest | null }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { repeat, whyNot } = useRepeat();
  const [refused, setRefused] = useState('');
  const run = (how: 'again' | 'with'): void => {
    if (request === null) return;
    const why = whyNot(request);
    const customer = hide(request.body.fields.customer ?? say('card.noCustomer'));
    setRefused(why === null ? '' : say(`repeat.not.${why}`, { customer }));
    if (why === null) repeat(request, how);
  };
  useAction('request.repeat', () => run('again'), request !== null);
  useAction('request.repeatWith', () => run('with'), request !== null);
  return (
    <p role="status" className={`${styles.refused} live text-13 unknown`}>
      {refused}
    </p>
  );
}

/** Ids, amount, time and the last four: enough for the provider to find it, nothing to pay to. */
function useSupport({ request }: Props): Parameters<typeof useCopy>[0] {
  const record = useRecordCopy(request.intentId);
  const timeZone = useProfileOf(request)?.timeZone ?? null;
  return {
    text: supportText(request, timeZone),
    onCopied: (text, copied) => record('support', text, copied),
  };
}

export function CopySupport(props: Props): ReactNode {
  return <CopyButton label={useSay()('copy.support')} {...useSupport(props)} />;
}

/** The same in a menu. What became of it is said in the card. */
export function useSupportItem(request: DepositRequest): {
  readonly item: MenuItem;
  readonly status: ReactNode;
} {
  const say = useSay();
  const { shown, isDone, copy } = useCopy(useSupport({ request }));
  return {
    item: { label: say('copy.support'), onChoose: () => void copy() },
    status: (
      <ActionStatus
        text={shown === 'ready' ? '' : say(`copy.${shown}`)}
        tone={shown === 'checked' ? 'good' : isDone ? 'plain' : 'trouble'}
      />
    ),
  };
}

type StatusProps = { readonly text: string; readonly tone: 'good' | 'plain' | 'trouble' };

const TONE_CLASSES = { good: 'good', plain: '', trouble: 'unknown' } as const;

/** What became of an action of the menu. */
export function ActionStatus({ text, tone }: StatusProps): ReactNode {
  return (
    <span role="status" className={`live text-12 medium ${TONE_CLASSES[tone]}`}>
      {text}
    </span>
  );
}

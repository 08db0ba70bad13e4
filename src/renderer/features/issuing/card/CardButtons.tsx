import { type ReactNode, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';
import { supportText } from '#shared/domain/support.ts';

import { useAction } from '../../../client/actions.ts';
import { useRecordCopy } from '../../../client/clipboard.ts';
import { useProfileOf, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useRepeat } from './hooks.ts';
import styles from './ResultCard.module.css';

type Props = { readonly request: DepositRequest };

/** Empty for a request of another profile, and for one that has no outcome yet. */
export function RepeatButtons({ request }: Props): ReactNode {
  const say = useSay();
  const { repeat, whyNot } = useRepeat();
  if (whyNot(request) !== null) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => repeat(request, 'again')}>
        {say('repeat.do')}
      </Button>
      <Button size="xs" variant="default" onClick={() => repeat(request, 'with')}>
        {say('repeat.with')}
      </Button>
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
    <p role="status" className={styles.refused}>
      {refused}
    </p>
  );
}

/** Ids, amount, time and the last four: enough for the provider to find it, nothing to pay to. */
export function CopySupport({ request }: Props): ReactNode {
  const say = useSay();
  const record = useRecordCopy(request.intentId);
  const timeZone = useProfileOf(request)?.timeZone ?? null;
  return (
    <CopyButton
      label={say('copy.support')}
      text={supportText(request, timeZone)}
      locked={false}
      onCopied={(text, copied) => record('support', text, copied)}
    />
  );
}

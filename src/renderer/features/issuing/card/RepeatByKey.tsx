import { type ReactNode, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useAction } from '../../../client/actions.ts';
import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useRepeat } from './CardButtons.tsx';
import styles from './RepeatByKey.module.css';

/** Answers to the keys. Where this one must not be repeated it is said, and no other takes its place. */
export function RepeatByKey({
  request,
}: {
  readonly request: DepositRequest | undefined;
}): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { repeat, whyNot } = useRepeat();
  const [refused, setRefused] = useState('');
  const run = (how: 'again' | 'with'): void => {
    if (request === undefined) return;
    const why = whyNot(request);
    const customer = hide(request.body.fields.customer ?? say('card.noCustomer'));
    setRefused(why === null ? '' : say(`repeat.not.${why}`, { customer }));
    if (why === null) repeat(request, how);
  };
  useAction('request.repeat', () => run('again'), request !== undefined);
  useAction('request.repeatWith', () => run('with'), request !== undefined);
  return (
    <p role="status" className={styles.refused}>
      {refused}
    </p>
  );
}

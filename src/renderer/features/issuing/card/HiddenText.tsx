import type { ReactNode } from 'react';

import { hiddenCharacters, piecesOf } from '#shared/domain/hiddenCharacters.ts';

import { useSay } from '../../../i18n/i18n.ts';
import styles from './HiddenText.module.css';

/**
 * The text as it is, with a mark wherever there is an invisible character. Each of those stands by itself, so that a mark of
 * direction cannot turn the digits around it; the marks are drawn, not written, so that selecting takes the text alone.
 */
export function HiddenText({ text }: { readonly text: string }): ReactNode {
  return (
    <bdi className={styles.text}>
      {piecesOf(text).map(({ at, text: piece, hidden }) =>
        hidden === null ? (
          <bdi key={at}>{piece}</bdi>
        ) : (
          <bdi key={at} className={styles.mark} data-code={hidden.code}>
            {piece}
          </bdi>
        ),
      )}
    </bdi>
  );
}

type WarningProps = {
  readonly text: string;
  /** What is copied has none of them left. */
  readonly isNumber: boolean;
};

/** By name and code, since they cannot be shown. */
export function HiddenWarning({ text, isNumber }: WarningProps): ReactNode {
  const say = useSay();
  const found = hiddenCharacters(text);
  if (found.length === 0) return null;
  const names = found.map(({ kind, code, count }) => {
    const name = `${say(`hidden.${kind}`)} ${code}`;
    return count === 1 ? name : `${name} ×${count}`;
  });
  return (
    <span className={styles.warning}>
      {say('hidden.found', { names: names.join(', ') })}{' '}
      {say(isNumber ? 'hidden.digits' : 'hidden.exact')}
    </span>
  );
}

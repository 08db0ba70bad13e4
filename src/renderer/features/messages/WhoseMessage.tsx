import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

import { type DepositRequest, amountOf } from '#shared/domain/request.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/numbers.ts';
import { clockText } from '../../text/time.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { ENTER_NAME, ESCAPE_NAME } from '../../ui/keys.ts';
import { isLeft } from '../../ui/focus.ts';
import styles from './WhoseMessage.module.css';

type Props = {
  readonly requests: readonly DepositRequest[];
  readonly onChoose: (request: DepositRequest) => void;
  readonly onClose: () => void;
};

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at, count) => (at < 0 ? count - 1 : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Asks whose message is meant, before anything is copied. Nothing is chosen yet when it opens, and a key that types goes to where
 * the keyboard was: what was typed ahead for the form must not answer the question.
 */
export function WhoseMessage({ requests, onChoose, onClose }: Props): ReactNode {
  const say = useSay();
  const panel = useRef<HTMLDivElement>(null);
  const origin = useRef<Element | null>(null);
  const goBack = (): void => {
    const { current } = origin;
    if (current instanceof HTMLElement && current.isConnected) {
      current.focus({ preventScroll: true });
    }
  };
  useLayoutEffect(() => {
    origin.current = document.activeElement;
    panel.current?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(panel.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const { code, key, altKey, ctrlKey, metaKey } = event;
    const step = STEPS[code];
    const isOnOption = at >= 0 && (code === 'Enter' || code === 'Space');
    if (step !== undefined || code === 'Escape' || (code === 'Enter' && at < 0)) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (step !== undefined) buttons[step(at, buttons.length)]?.focus();
    if (code === 'Escape') {
      goBack();
      onClose();
    }
    if (key.length === 1 && !altKey && !ctrlKey && !metaKey && !isOnOption) {
      // Not the desk's own letter keys either: with the focus back, the letter is typed there.
      event.stopPropagation();
      goBack();
      onClose();
    }
  };

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={say('message.whose')}
      aria-describedby="whose-message-keys"
      tabIndex={-1}
      className={`${styles.panel} stack gap-8 pad-12 round-12 on-panel`}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (isLeft(event) && document.hasFocus()) onClose();
      }}
    >
      <p className="text-14 bold">{say('message.whose')}</p>
      <ul className="stack gap-4">
        {requests.map((request) => (
          <li key={request.intentId}>
            <button
              type="button"
              className={`${styles.option} entry wrap baseline pad-8-12 framed`}
              onClick={() => {
                goBack();
                onChoose(request);
              }}
            >
              <Named request={request} />
            </button>
          </li>
        ))}
      </ul>
      <p id="whose-message-keys" className="text-12 muted">
        {say('message.whose.text')} <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap>{' '}
        <KeyCap>{ENTER_NAME}</KeyCap> · <KeyCap>{ESCAPE_NAME}</KeyCap>
      </p>
    </div>
  );
}

/** Privacy mode hides customer and amount: order and time still tell one from the other. */
function Named({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { customer, currency, order_id: order } = request.body.fields;
  return (
    <>
      <span className="bold breakable">{hide(customer ?? say('card.noCustomer'))}</span>{' '}
      <span className="push medium">
        {hide(moneyText(amountOf(request).cents, currency, language))}
      </span>{' '}
      <span className={`${styles.facts} text-12 muted breakable`}>
        <span className="mono">{order}</span> · {clockText(request.createdAt)}
      </span>
    </>
  );
}

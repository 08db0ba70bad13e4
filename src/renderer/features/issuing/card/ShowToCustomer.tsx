import { IconX } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { KeyCap } from '../../../ui/KeyCap.tsx';
import { ESCAPE_NAME } from '../../../ui/keys.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { type ViewSetting, customerView } from './customerView.ts';
import type { AcceptedRequest } from './rules.ts';
import styles from './ShowToCustomer.module.css';

type Props = {
  readonly request: AcceptedRequest;
  readonly setting: ViewSetting;
  readonly onClose: () => void;
};

/** For a screen that is turned around: this request and nothing else, over everything, in the customer's language. */
export function ShowToCustomer({ request, setting, onClose }: Props): ReactNode {
  const view = customerView(request, setting);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const origin = document.activeElement;
    const own = dialog.current;
    // The browser's own dialog stands above notices too, and keeps the keyboard.
    own?.showModal();
    return () => {
      own?.close();
      if (origin instanceof HTMLElement && origin.isConnected) {
        origin.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.screen} full tall ink on-panel`}
      lang={view.language}
      aria-label={`${view.pay}: ${view.amount}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // The desk's own keys do nothing behind it.
        event.stopPropagation();
        if (event.code !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      {view.notice !== null && (
        <p className={`${styles.notice} rigid bold centered`}>{view.notice}</p>
      )}
      <div className={styles.content}>
        <p className="text-18 muted">{view.pay}</p>
        <p className={`${styles.amount} bold breakable`}>{view.amount}</p>
        <div className={`${styles.columns} row wrap`}>
          <dl className={`${styles.rows} stack narrow gap-20`}>
            {[...view.rows, ...(view.validity === null ? [] : [view.validity])].map((row) => (
              <div key={row.label}>
                <dt className="text-18 muted">{row.label}</dt>
                <dd className={`${styles.value} medium breakable`} data-number={row.isNumber}>
                  {row.value}
                </dd>
              </div>
            ))}
          </dl>
          {view.link !== null && (
            <figure className={`${styles.scan} stack fit gap-8 centered`}>
              <QrCode text={view.link.address} label={view.link.label} large />
              <figcaption className="text-18 muted">{view.link.label}</figcaption>
            </figure>
          )}
        </div>
      </div>
      <button type="button" className={`pill round-8 text-14 ${styles.close}`} onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
        {view.close} <KeyCap>{ESCAPE_NAME}</KeyCap>
      </button>
    </dialog>
  );
}

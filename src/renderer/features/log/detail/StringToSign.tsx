import { Fragment, type ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import styles from './Detail.module.css';
import { segmentsOf } from './segments.ts';

export function StringToSign({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const segments = segmentsOf(request.body, request.stringToSign);
  if (segments === null) {
    return (
      <>
        <p className="muted">{say('detail.toSign.unlabelled')}</p>
        <pre className={styles.code}>{isPrivate ? say('privacy.body') : request.stringToSign}</pre>
      </>
    );
  }
  return (
    <div className={styles.segments}>
      {segments.map(({ field, value }, at) => (
        <Fragment key={field}>
          {at > 0 && <span className={styles.separator}>::</span>}
          <span className={styles.segment}>
            <span className={styles.segmentField}>{field}</span>
            <span className={styles.segmentValue}>{hide(value)}</span>
          </span>
        </Fragment>
      ))}
    </div>
  );
}

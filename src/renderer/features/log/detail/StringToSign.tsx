import { Fragment, type ReactNode } from 'react';

import { BUILD_FIELD_ORDER, CREATE_FIELD_ORDER, type DepositBody } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import styles from './Detail.module.css';

export function StringToSign({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const segments = segmentsOf(request.body, request.stringToSign);
  if (segments === null) {
    return (
      <>
        <p className="muted">{say('detail.toSign.unlabelled')}</p>
        <pre className="code">{isPrivate ? say('privacy.body') : request.stringToSign}</pre>
      </>
    );
  }
  return (
    <div className={`${styles.segments} code`}>
      {segments.map(({ field, value }, at) => (
        <Fragment key={field}>
          {at > 0 && <span className="muted">::</span>}
          <span>
            <span className={styles.field}>{field}</span>
            <span>{hide(value)}</span>
          </span>
        </Fragment>
      ))}
    </div>
  );
}

type Segment = { readonly field: string; readonly value: string };

/** Part 5: the values of the fields sent, in order, joined by `::`. Null where that is not what was signed. */
export function segmentsOf(body: DepositBody, stringToSign: string): readonly Segment[] | null {
  const order: readonly string[] = body.flow === 'create' ? CREATE_FIELD_ORDER : BUILD_FIELD_ORDER;
  const values = new Map(Object.entries(body.fields));
  const segments = order.flatMap((field): readonly Segment[] => {
    const value = values.get(field);
    return value === undefined ? [] : [{ field, value: String(value) }];
  });
  const joined = segments.map(({ value }) => value).join('::');
  return joined === stringToSign ? segments : null;
}

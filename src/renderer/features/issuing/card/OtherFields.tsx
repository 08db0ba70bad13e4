import type { ReactNode } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import type { DepositAnswer } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import type { Veil } from '../../../text/veil.ts';
import { LongText } from '../../../ui/LongText.tsx';
import styles from './ResultCard.module.css';
import { LONGEST_NAME, MOST_ROWS, otherFields } from './rules.ts';

type Fields = readonly (readonly [name: string, text: string])[];
type FieldsProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly rows: Fields;
  readonly children?: ReactNode;
};

/** Fields by the provider's own names, in the page but closed: an item of the card's menu opens them. */
function FieldList({ title, isOpen, rows, children }: FieldsProps): ReactNode {
  return (
    <details open={isOpen} className={`${styles.others} text-13 muted`}>
      <summary hidden>{title}</summary>
      <dl>
        {rows.map(([field, text]) => {
          const name = clipText(field, LONGEST_NAME);
          return (
            <div key={field} className="fact text-12">
              <dt>{name}</dt>
              <dd className="mono">
                <LongText text={text} label={name} />
              </dd>
            </div>
          );
        })}
      </dl>
      {children}
    </details>
  );
}

type OtherProps = {
  readonly answer: DepositAnswer;
  readonly isOpen: boolean;
  readonly veil: Veil | null;
};

/** Fields the document does not name are shown too. */
export function OtherFields({ answer, isOpen, veil }: OtherProps): ReactNode {
  const say = useSay();
  const shown = useShown(veil);
  const fields = otherFields(answer);
  return (
    <FieldList
      title={say('card.others')}
      isOpen={isOpen}
      rows={fields.slice(0, MOST_ROWS).map(([name, text]) => [name, shown(text)])}
    >
      <RestOfFields fields={fields.slice(MOST_ROWS)} veil={veil} />
    </FieldList>
  );
}

/** Fields that privacy mode hides. */
const PRIVATE: ReadonlySet<string> = new Set(['customer', 'customer_phone_number', 'cents']);

type SentProps = { readonly request: DepositRequest; readonly isOpen: boolean };

/** Every field of a request, to find it in the provider's cabinet. */
export function WhatWasSent({ request, isOpen }: SentProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const rows = Object.entries(request.body.fields).map(
    ([name, value]) => [name, PRIVATE.has(name) ? hide(String(value)) : String(value)] as const,
  );
  return <FieldList title={say('sent.what')} isOpen={isOpen} rows={rows} />;
}

type RestProps = { readonly fields: Fields; readonly veil: Veil | null };

/** The fields beyond the rows that are drawn one by one. */
export function RestOfFields({ fields, veil }: RestProps): ReactNode {
  const say = useSay();
  const shown = useShown(veil);
  if (fields.length === 0) return null;
  const label = say('card.rest', { count: fields.length });
  const lines = fields.map(([name, text]) => `${name}: ${shown(text)}`);
  return (
    <div className="text-13 muted">
      <p>{label}</p>
      <LongText text={lines.join('\n')} label={label}>
        {(text) => <pre className="code above-4">{text}</pre>}
      </LongText>
    </div>
  );
}

/** Masked in the log until the operator reveals it, and hidden in privacy mode. */
function useShown(veil: Veil | null): (text: string) => string {
  const { hide } = usePrivacy();
  return (text) => hide(veil === null ? text : veil(text));
}

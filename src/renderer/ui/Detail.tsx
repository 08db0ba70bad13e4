import { IconX } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';

import { usePrivacy } from '../client/deskContext.ts';
import { type WordKey, useSay } from '../i18n/i18n.ts';
import { KeyCap } from './KeyCap.tsx';
import { ESCAPE_NAME } from './keys.ts';
import { LongText } from './LongText.tsx';

type CloseProps = Omit<ComponentProps<'button'>, 'onClick'> & { readonly onClose: () => void };

/** Closes what is opened beside a list or over it; the key is heard by what it closes. */
export function CloseButton({ className = '', onClose, ...rest }: CloseProps): ReactNode {
  const say = useSay();
  return (
    <button
      {...rest}
      type="button"
      className={`quiet ${className}`}
      aria-keyshortcuts="Escape"
      onClick={onClose}
    >
      <IconX size={16} aria-hidden="true" />
      {say('detail.close')}
      <KeyCap>{ESCAPE_NAME}</KeyCap>
    </button>
  );
}

type PartProps = { readonly word: WordKey; readonly children: ReactNode };

/** A title, and what belongs beneath it. */
export function DetailPart({ word, children }: PartProps): ReactNode {
  return (
    <>
      <h3 className="text-14 bold">{useSay()(word)}</h3>
      {children}
    </>
  );
}

type FactsProps = {
  readonly facts: readonly { readonly word: WordKey; readonly value: ReactNode }[];
};

/** Each with its name beside it. */
export function Facts({ facts }: FactsProps): ReactNode {
  const say = useSay();
  return (
    <dl className="stack gap-4">
      {facts.map(({ word, value }) => (
        <div key={word} className="fact">
          <dt>{say(word)}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type MessageProps = {
  /** The first line, and what it is called where it is too long to be shown whole. */
  readonly start: string;
  readonly label: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Said of the body before it is shown. */
  readonly note?: ReactNode;
};

/** A request, an answer or a callback as it travelled. Privacy mode shows no body. */
export function HttpMessage({ start, label, headers, body, note }: MessageProps): ReactNode {
  const say = useSay();
  const isPrivate = usePrivacy().on;
  return (
    <div className="stack gap-6 narrow">
      <p className="text-12 mono breakable">
        <LongText text={start} label={label} />
      </p>
      {headers.length > 0 && (
        <details className="fold">
          <summary>{`${say('detail.headers')} · ${headers.length}`}</summary>
          <LongText
            text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            label={say('detail.headers')}
          >
            {(shown) => <pre className="code">{shown}</pre>}
          </LongText>
        </details>
      )}
      {note}
      <LongText
        text={body === '' ? say('detail.emptyBody') : isPrivate ? say('privacy.body') : body}
        label={say('detail.body')}
      >
        {(shown) => (
          <pre className="code" aria-label={say('detail.body')}>
            {shown}
          </pre>
        )}
      </LongText>
    </div>
  );
}

import type { ReactNode } from 'react';

import type { QuickFault } from '#shared/domain/quickDoubts.ts';
import type { QuickReading } from '#shared/domain/quickLine.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { useShortcut } from '../../../shell/useCommands.ts';
import { moneyText } from '../../../text/numbers.ts';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { QUICK_LINE_ID } from './fieldId.ts';
import styles from './QuickLine.module.css';
import type { RequestForm } from './useRequestForm.ts';

/** An operator who walks through the profiles by arrow keys opens several forms: none of them takes the focus. */
function isChoosingProfile(): boolean {
  return document.activeElement instanceof HTMLSelectElement;
}

/** The whole request in one line; the fields beneath are filled as it is typed and stay the truth. */
export function QuickLineField({ form }: { readonly form: RequestForm }): ReactNode {
  const say = useSay();
  const shortcut = useShortcut('request.quick');
  const { line, lineReading: reading } = form;
  const faults = reading?.faults ?? [];
  const isRefused = line.wasRefused && (line.isAside || faults.length > 0);
  return (
    <div>
      <div className={styles.line} data-refused={isRefused}>
        <KeyCap>{shortcut.cap}</KeyCap>
        <input
          id={QUICK_LINE_ID}
          type="text"
          className={styles.input}
          aria-label={say('quick.name')}
          aria-describedby="quick-line-note"
          aria-invalid={isRefused}
          aria-keyshortcuts={shortcut.aria}
          autoComplete="off"
          spellCheck={false}
          autoFocus={!isChoosingProfile()}
          placeholder={say('quick.example')}
          readOnly={form.pending}
          value={line.text}
          onChange={(event) => form.typeLine(event.currentTarget.value)}
        />
        <span className={styles.name} aria-hidden="true">
          {say('quick.name')}
        </span>
      </div>
      {/* A question shows it itself. */}
      {form.waiting !== '' && !form.isAsked && (
        <p className={styles.ahead}>{say('quick.ahead', { text: form.waiting })}</p>
      )}
      <div id="quick-line-note" role="status" className={styles.note}>
        {line.isAside && (
          <p className={styles.fault} data-refused={isRefused}>
            {say('quick.aside')}
          </p>
        )}
        {reading !== null && <Understood reading={reading} form={form} />}
        {faults.map((fault) => (
          <p key={fault.code} className={styles.fault} data-refused={isRefused}>
            {faultText(fault, say)}
            {fault.proposals !== undefined && (
              <Proposals
                label={faultText(fault, say)}
                texts={fault.proposals}
                onChoose={(proposal) => {
                  form.typeLine(proposal);
                  form.focus('quick');
                }}
              />
            )}
          </p>
        ))}
      </div>
    </div>
  );
}

type ProposalsProps = {
  /** The question that they answer. */
  readonly label: string;
  readonly texts: readonly string[];
  readonly onChoose: (text: string) => void;
};

/** What may have been meant, each as a button. */
export function Proposals({ label, texts, onChoose }: ProposalsProps): ReactNode {
  return (
    <span className={styles.proposals} role="group" aria-label={label}>
      {texts.map((text) => (
        <button key={text} type="button" className={styles.proposal} onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </span>
  );
}

type UnderstoodProps = { readonly reading: QuickReading; readonly form: RequestForm };

function Understood({ reading, form }: UnderstoodProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { amount, currency } = form.read;
  const parts = [
    ...(reading.amount !== null && amount.ok ? [moneyText(amount.value, currency, language)] : []),
    ...(reading.amount === null && reading.currency !== null ? [reading.currency] : []),
    ...(reading.paymentType === null ? [] : [typeText(reading.paymentType, reading.typeWord, say)]),
    ...(reading.customer === null ? [] : [reading.customer]),
  ];
  if (parts.length === 0) return null;
  return (
    <p className={styles.understood}>{say('quick.understood', { parts: parts.join(' · ') })}</p>
  );
}

/** A synonym is shown with what it was taken for. */
function typeText(type: string, word: string | null, say: Say): string {
  return word === null ? type : say('quick.type', { word, type });
}

function faultText({ code, words }: QuickFault, say: Say): string {
  const quoted = words.map((word) => say('quick.word', { word }));
  return say(`quick.fault.${code}`, {
    words: quoted.join(', '),
    first: quoted[0] ?? '',
    second: quoted[1] ?? '',
    joined: words.join(''),
    last: words.at(-1) ?? '',
  });
}

import { type ReactNode, memo } from 'react';

import { Money } from '#shared/domain/money.ts';
import type { QuickFault } from '#shared/domain/quickDoubts.ts';
import type { QuickReading } from '#shared/domain/quickLine.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type PastedLines, usePastedLines } from '../../../client/pastedRows.ts';
import { type Language, type Say, useSay } from '../../../i18n/i18n.ts';
import { useShortcut } from '../../../shell/useCommands.ts';
import { moneyText } from '../../../text/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { QUICK_LINE_ID, focusSpot } from './fieldId.ts';
import styles from './QuickLine.module.css';
import type { RequestForm } from './useRequestForm.ts';

/** An operator who walks through the profiles by arrow keys opens several forms: none of them takes the focus. */
function isChoosingProfile(): boolean {
  return document.activeElement instanceof HTMLSelectElement;
}

type Props = { readonly form: RequestForm };

/** A key in a field changes none of what it shows; the form's actions stay the same. */
function isSame({ form: was }: Props, { form: is }: Props): boolean {
  const isReadSame = was.read.amount === is.read.amount && was.read.currency === is.read.currency;
  return (
    was.line === is.line &&
    was.lineReading === is.lineReading &&
    (is.lineReading === null || isReadSame)
  );
}

/** The whole request in one line; the fields beneath are filled as it is typed and stay the truth. */
export const QuickLineField = memo(function QuickLineField({ form }: Props): ReactNode {
  const say = useSay();
  const shortcut = useShortcut('request.quick');
  const { language } = useDesk().settings;
  const pasted = usePastedLines();
  const { line, lineReading: reading } = form;
  const isRefused = line.wasRefused && (reading?.faults.length ?? 0) > 0;
  // A word at the end may be half of one, and the note would move the fields beneath at every line.
  const faults = (reading?.faults ?? []).filter(
    ({ code, words }) =>
      isRefused || code !== 'unknown_word' || !line.text.endsWith(words.at(-1) ?? ''),
  );
  return (
    <div>
      <div
        className={`${styles.line} row middle gap-8 muted round-8 on-soft`}
        data-refused={isRefused}
      >
        <KeyCap>{shortcut.cap}</KeyCap>
        <input
          id={QUICK_LINE_ID}
          type="text"
          className="bare narrow tall grow ink"
          aria-label={say('quick.name')}
          aria-describedby="quick-line-note"
          aria-invalid={isRefused}
          aria-keyshortcuts={shortcut.aria}
          autoComplete="off"
          spellCheck={false}
          autoFocus={!isChoosingProfile()}
          placeholder={say('quick.example')}
          value={line.text}
          onChange={(event) => form.typeLine(event.currentTarget.value)}
          onPaste={(event) => {
            if (pasted.take(event.clipboardData.getData('text/plain'))) event.preventDefault();
          }}
        />
        <span className="rigid text-12" aria-hidden="true">
          {say('quick.name')}
        </span>
      </div>
      <div id="quick-line-note" role="status" className={`${styles.note} text-12 breakable`}>
        {pasted.count !== null && <PastedOffer pasted={pasted} count={pasted.count} />}
        {reading !== null && <Understood reading={reading} form={form} />}
        {faults.map((fault) => (
          <p key={fault.code} className={`medium ${isRefused ? 'bad' : 'unknown'}`}>
            {faultText(fault, say)}
            {fault.proposals !== undefined && (
              <Proposals
                label={faultText(fault, say)}
                proposals={proposalsOf(fault, form, language)}
                onChoose={(proposal) => {
                  form.typeLine(proposal);
                  focusSpot('quick');
                }}
              />
            )}
          </p>
        ))}
      </div>
    </div>
  );
}, isSame);

/** What a button says, and what is typed for it. */
type Proposal = { readonly label: string; readonly text: string };

/** Of an amount that can mean two, the button says the amount alone; the line has it without groups, so that it reads in one way. */
function proposalsOf(
  { proposals = [], readings }: QuickFault,
  { offered, read }: RequestForm,
  language: Language,
): readonly Proposal[] {
  if (readings === undefined) return proposals.map((text) => ({ label: text, text }));
  return offered(readings).map((cents) => ({
    label: Money.shown(cents, read.currency, language),
    text: proposals[readings.indexOf(cents)] ?? '',
  }));
}

type PastedProps = { readonly pasted: PastedLines; readonly count: number };

function PastedOffer({ pasted, count }: PastedProps): ReactNode {
  const say = useSay();
  return (
    <p className="row wrap middle gap-8">
      {say('quick.lines', { count })}
      <Button size="compact-xs" onClick={pasted.openAsBatch}>
        {say('quick.lines.open')}
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={pasted.forget}>
        {say('quick.lines.no')}
      </Button>
    </p>
  );
}

type ProposalsProps = {
  /** The question that they answer. */
  readonly label: string;
  readonly proposals: readonly Proposal[];
  readonly onChoose: (text: string) => void;
};

/** What may have been meant, each as a button. */
export function Proposals({ label, proposals, onChoose }: ProposalsProps): ReactNode {
  return (
    <span className={`${styles.proposals} row wrap gap-6`} role="group" aria-label={label}>
      {proposals.map(({ label: word, text }) => (
        <button key={text} type="button" className="chip" onClick={() => onChoose(text)}>
          {word}
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
  return <p className="muted">{say('quick.understood', { parts: parts.join(' · ') })}</p>;
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

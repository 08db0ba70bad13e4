import { IconChevronLeft, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../Notice.tsx';
import styles from './Form.module.css';
import { Button } from '../Button.tsx';

type PanelProps = {
  readonly title: string;
  readonly text?: string;
  /** At the right end of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** One subject of a screen, framed, under its heading. */
export function Panel({ title, text, actions, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.headText}>
          <h2 id={id} className={styles.heading}>
            {title}
          </h2>
          {text !== undefined && <p className="muted">{text}</p>}
        </div>
        {actions !== undefined && <div className={styles.buttons}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

type SectionProps = { readonly title: string; readonly text: string; readonly children: ReactNode };

/** Title and explanation at the left, controls at the right; one column where the page is narrow. */
export function Section({ title, text, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

type BlockProps = {
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a panel under a smaller heading, with a line above it. */
export function Block({ title, text, actions, children }: BlockProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.headText}>
          <h3 id={id} className={styles.subheading}>
            {title}
          </h3>
          {text !== undefined && <p className={styles.text}>{text}</p>}
        </div>
        {actions !== undefined && <div className={styles.buttons}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

type PageProps = {
  readonly title: string;
  /** Where the page belongs, above its title. */
  readonly back: { readonly href: string; readonly label: string };
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  /** False where a control of the page takes the focus itself. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

/** A page one level beneath another, with the way back above its title. */
export function SubPage({ takesFocus = true, ...props }: PageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The link that led here is gone: the keyboard goes on from the title.
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.screen}>
      <div>
        <Link href={props.back.href} className={styles.back}>
          <IconChevronLeft size={14} aria-hidden="true" />
          {props.back.label}
        </Link>
        <div className={styles.titleLine}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {props.title}
          </h1>
          {props.badges}
          {props.actions !== undefined && <div className={styles.buttons}>{props.actions}</div>}
        </div>
      </div>
      {props.children}
    </div>
  );
}

type BarProps = {
  readonly error: Error | null;
  readonly standing: string;
  readonly tone: 'calm' | 'unsaved' | 'good' | 'bad';
  /** False: nothing to save and nothing to say. */
  readonly shown?: boolean;
  readonly children: ReactNode;
};

/** At the foot of a long form, always in view: whether it is saved, and the buttons. */
export function SaveBar({ error, standing, tone, shown = true, children }: BarProps): ReactNode {
  return (
    <div className={styles.bar} data-shown={shown}>
      <ActionError error={error} />
      <div className={styles.barLine}>
        <span role="status" className={styles.standing} data-tone={tone}>
          {standing}
        </span>
        {children}
      </div>
    </div>
  );
}

type RowProps = {
  /** Read out: what is removed. */
  readonly removes: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
};

/** One entry of a list of fields, with the button that removes it. */
export function RowFields({ removes, onRemove, children }: RowProps): ReactNode {
  const say = useSay();
  return (
    <li className={styles.entry}>
      {children}
      <Button
        variant="default"
        size="xs"
        className={styles.besideField}
        aria-label={removes}
        leftSection={<IconTrash size={14} aria-hidden="true" />}
        onClick={onRemove}
      >
        {say('format.remove')}
      </Button>
    </li>
  );
}

/** Facts that are only read: a word and its value per line. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

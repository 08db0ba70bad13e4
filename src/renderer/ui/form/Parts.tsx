import { IconChevronLeft, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../i18n/i18n.ts';
import styles from './Form.module.css';
import { Button } from '../Button.tsx';
import { SmallButton } from './Buttons.tsx';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => void };

/** Its faults are told beside the fields, not by the browser, and sending it leaves the page where it is. */
export function Form({ onSubmit, ...props }: FormProps): ReactNode {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

type PartProps = {
  readonly title: string;
  readonly text?: string;
  /** At the right end of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** One subject of a screen, framed, under its heading. */
export function Panel(props: PartProps): ReactNode {
  return <Part {...props} look="panel" />;
}

/** A part of a panel under a smaller heading, with a line above it. */
export function Block(props: PartProps): ReactNode {
  return <Part {...props} look="block" />;
}

type LookedProps = PartProps & { readonly look: 'panel' | 'block' };

function Part({ title, text, actions, look, children }: LookedProps): ReactNode {
  const id = useId();
  const Title = look === 'panel' ? 'h2' : 'h3';
  return (
    <section
      className={look === 'panel' ? 'panel stack gap-12 pad-20' : styles.block}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <div className={`${styles.headText} stack narrow gap-4`}>
          <Title id={id} className="text-14 bold breakable">
            {title}
          </Title>
          {text !== undefined && <p className={look === 'panel' ? 'muted' : styles.text}>{text}</p>}
        </div>
        {actions !== undefined && <div className="row wrap middle gap-8">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

type SectionProps = { readonly title: string; readonly children: ReactNode };

/** Title at the left, controls at the right; one column where the page is narrow. */
export function Section({ title, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className="text-14 bold breakable">
        {title}
      </h2>
      <div className={`${styles.fields} stack top narrow gap-16`}>{children}</div>
    </section>
  );
}

type FoldProps = SectionProps & { readonly open?: boolean };

/** What is seldom needed, behind its title. The operator opens and closes it; a fault inside opens it too. */
export function Fold({ title, open = false, children }: FoldProps): ReactNode {
  return (
    <details className={styles.fold} open={open}>
      <summary>{title}</summary>
      {children}
    </details>
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
    <div className="measure stack gap-16">
      <div>
        <Link href={props.back.href} className={`${styles.back} row middle gap-2 text-12 bold`}>
          <IconChevronLeft size={14} aria-hidden="true" />
          {props.back.label}
        </Link>
        <div className={`${styles.titleLine} row wrap middle gap-8`}>
          <h1 ref={heading} tabIndex={-1} className="landing text-18 bold breakable">
            {props.title}
          </h1>
          {props.badges}
          {props.actions !== undefined && <div className="push">{props.actions}</div>}
        </div>
      </div>
      {props.children}
    </div>
  );
}

type RowsProps<Row> = {
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  /** Read out: what the button of this row removes. */
  readonly removes: (row: Row) => string;
  /** What can be added, by the words of its button; none where nothing can be changed. */
  readonly added: readonly (readonly [label: string, row: Row])[];
  /** Beneath the rows. */
  readonly note?: ReactNode;
  readonly children: (row: Row, at: number) => ReactNode;
};

/** A list of fields: each row with the button that removes it, and those that add another. */
export function Rows<Row>({ rows, onChange, ...props }: RowsProps<Row>): ReactNode {
  const say = useSay();
  const list = useRef<HTMLUListElement>(null);
  /** After the next drawing: the row may not be in the page yet. */
  const focusRow = (at: number): void => {
    setTimeout(() => {
      list.current?.children.item(at)?.querySelector<HTMLElement>('input, select')?.focus();
    });
  };
  return (
    <>
      {rows.length > 0 && (
        <ul ref={list} className="stack gap-8">
          {rows.map((row, at) => (
            // Rows have no identity of their own; their order changes only by removing.
            <li
              key={`${rows.length}-${at}`}
              className={`${styles.entry} row top gap-16 pad-12 framed round-12`}
            >
              {props.children(row, at)}
              <Button
                variant="default"
                size="xs"
                className={styles.besideField}
                aria-label={props.removes(row)}
                leftSection={<IconTrash size={14} aria-hidden="true" />}
                onClick={() => {
                  onChange(rows.filter((_, other) => other !== at));
                  focusRow(Math.min(at, rows.length - 2));
                }}
              >
                {say('format.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {props.note}
      {props.added.length > 0 && (
        <div className="row wrap middle gap-8">
          {props.added.map(([label, row]) => (
            <SmallButton
              key={label}
              icon={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => {
                onChange([...rows, row]);
                focusRow(rows.length);
              }}
            >
              {label}
            </SmallButton>
          ))}
        </div>
      )}
    </>
  );
}

/** Facts that are only read: a word and its value per line. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className={`${styles.facts} stack gap-4`}>
      {rows.map(([label, value]) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

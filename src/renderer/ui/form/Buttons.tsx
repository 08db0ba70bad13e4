import { type ReactNode, type Ref, useRef } from 'react';

import { ActionError, Notice } from '../Notice.tsx';
import { Button } from '../Button.tsx';
import { useLentFocus } from '../focus.ts';

type SmallProps = {
  /** A link to this address instead of an action. */
  readonly to?: string;
  readonly look?: 'default' | 'filled' | 'danger';
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly loading?: boolean;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-expanded'?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
};

/** A button beside a text, inside a notice or a list. */
export function SmallButton({ to, look = 'default', icon, ref, ...props }: SmallProps): ReactNode {
  const drawn = {
    size: 'xs',
    variant: look === 'default' ? 'default' : 'filled',
    tone: look === 'danger' ? 'danger' : 'accent',
    leftSection: icon,
    ...props,
  } as const;
  return to === undefined ? (
    <Button {...drawn} {...(ref === undefined ? {} : { ref })} />
  ) : (
    <Button {...drawn} href={to} />
  );
}

type QuestionProps = {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  /** What is asked cannot be undone. */
  readonly dangerous?: boolean;
  readonly pending?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children: ReactNode;
};

/** Asked in place before an action; the keyboard is on the answer that changes nothing. */
export function Question(props: QuestionProps): ReactNode {
  const no = useLentFocus<HTMLButtonElement>((button) => button.focus());
  return (
    <Notice
      tone="unknown"
      alert
      title={props.title}
      actions={
        <>
          <SmallButton
            look={props.dangerous === true ? 'danger' : 'filled'}
            loading={props.pending === true}
            onClick={props.onYes}
          >
            {props.yes}
          </SmallButton>
          <SmallButton ref={no} onClick={props.onNo}>
            {props.no}
          </SmallButton>
        </>
      }
    >
      {props.children}
    </Notice>
  );
}

type EndProps = {
  /** The words of the button that sends the form. */
  readonly does: string;
  readonly tone?: 'accent' | 'danger';
  readonly pending: boolean;
  readonly error: Error | null;
  readonly cancel: string;
  readonly onCancel: () => void;
};

/** The end of a form that stands open until it is sent or given up: why it was refused, and both ways on. */
export function FormEnd({ does, tone = 'accent', ...props }: EndProps): ReactNode {
  return (
    <>
      <ActionError error={props.error} />
      <div className="row wrap middle gap-8">
        <Button type="submit" tone={tone} loading={props.pending}>
          {does}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          {props.cancel}
        </Button>
      </div>
    </>
  );
}

type FileProps = {
  readonly label: string;
  /** Of the control that takes the file; the button's label where absent. */
  readonly name?: string;
  readonly accept: string;
  readonly size?: 'xs' | 'sm';
  readonly icon?: ReactNode;
  readonly onFile: (file: File) => void;
};

/** Opens the system's dialog for one file. */
export function FileButton({ label, name = label, size = 'sm', ...props }: FileProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={props.icon}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={props.accept}
        aria-label={name}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (file !== undefined) props.onFile(file);
        }}
      />
    </>
  );
}

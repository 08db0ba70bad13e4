import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';

import styles from './Button.module.css';

type Look = {
  /** `filled` is what the screen is for, `default` an action beside it, `subtle` a way out. */
  readonly variant?: 'filled' | 'default' | 'subtle' | undefined;
  /** `danger` removes what cannot be brought back; `quiet` has no accent. */
  readonly tone?: 'accent' | 'danger' | 'quiet' | undefined;
  readonly size?: 'sm' | 'xs' | 'compact-xs' | undefined;
  /**
   * Keeps its width, its name and the keyboard's focus, shows a spinner, and cannot be pressed. It is not `disabled`: a browser takes
   * the focus from what is, and the operator would begin at the top of the page again.
   */
  readonly loading?: boolean | undefined;
  readonly fullWidth?: boolean | undefined;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
};

type PressProps = Look & ComponentProps<'button'> & { readonly href?: undefined };
type LinkProps = Look & ComponentProps<'a'> & { readonly href: string };

/** A button; with `href` a link that looks like one: to a screen of the app, or outside it where it has a `target`. */
export function Button(props: PressProps | LinkProps): ReactNode {
  return props.href === undefined ? <PressButton {...props} /> : <LinkButton {...props} />;
}

function PressButton(props: PressProps): ReactNode {
  const { variant: _v, tone: _t, size: _s, loading, fullWidth: _f, ...others } = props;
  const { leftSection: _left, rightSection: _right, ...rest } = others;
  return (
    // A form is sent only by the button that says so.
    <button
      type="button"
      {...rest}
      {...attributesOf(props)}
      {...(loading === true ? { 'aria-disabled': true, onClick: ignore } : {})}
    >
      {contentOf(props)}
    </button>
  );
}

/** Enter in a box of the form presses its button too: the form is not sent twice. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function LinkButton(props: LinkProps): ReactNode {
  const { variant: _v, tone: _t, size: _s, loading: _l, fullWidth: _f, ...others } = props;
  const { leftSection: _left, rightSection: _right, ...rest } = others;
  const attributes = { ...rest, ...attributesOf(props) };
  const content = contentOf(props);
  if (props.target !== undefined) return <a {...attributes}>{content}</a>;
  return <Link {...attributes}>{content}</Link>;
}

function contentOf({ leftSection, rightSection, children }: PressProps | LinkProps): ReactNode {
  return (
    <>
      {leftSection}
      <span className={styles.label}>{children}</span>
      {rightSection}
    </>
  );
}

/** What the stylesheet goes by. */
function attributesOf(props: PressProps | LinkProps): Readonly<Record<string, string>> {
  const { variant = 'filled', tone = 'accent', size = 'sm', className = '' } = props;
  return {
    className: `${styles.button} ${className}`,
    'data-variant': variant,
    'data-tone': tone,
    'data-size': size,
    ...(props.loading === true ? { 'data-loading': 'true' } : {}),
    ...(props.fullWidth === true ? { 'data-block': 'true' } : {}),
    ...(isThere(props.leftSection) ? { 'data-left': 'true' } : {}),
    ...(isThere(props.rightSection) ? { 'data-right': 'true' } : {}),
  };
}

function isThere(section: ReactNode): boolean {
  return section !== undefined && section !== null && section !== false;
}

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { useUpdateSettings } from '../../../client/queries.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useShortcut } from '../../../shell/useCommands.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './Tour.module.css';

/** What each step points at, as it stands on the screen of New request. */
const STEPS = [
  { id: 'mode', target: '[data-tour="mode"]' },
  { id: 'form', target: 'main form' },
  { id: 'now', target: 'main [aria-labelledby="now-title"]' },
  { id: 'find', target: '[data-tour="find"]' },
] as const;

/**
 * Four things to know, at the foot of the page and over nothing. Takes no focus and no key: the operator can go on working, and
 * it waits. Gone for good when it was walked through or skipped.
 */
export function Tour(): ReactNode {
  const say = useSay();
  const titleId = useId();
  const [at, setAt] = useState(0);
  const update = useUpdateSettings();
  const { cap: copy } = useShortcut('message.copy');
  const { cap: palette } = useShortcut('palette.open');
  const { cap: sheet } = useShortcut('shortcuts.open');
  const [first] = STEPS;
  const { id, target } = STEPS[at] ?? first;
  usePointing(target);
  /** Where the keyboard was before it came here. */
  const before = useRef<HTMLElement | null>(null);
  const end = (): void => {
    returnFocus(before.current);
    update.mutate({ tourDone: true });
  };
  const isLast = at === STEPS.length - 1;
  return (
    <aside
      className={`${styles.tour} row wrap middle between ruled on-panel`}
      aria-label={say('tour.label')}
      onFocus={({ currentTarget, relatedTarget: left }) => {
        const isInside = currentTarget.contains(left);
        if (!isInside) before.current = left instanceof HTMLElement ? left : null;
      }}
    >
      <div className={styles.words} aria-live="polite">
        <h2 id={titleId} className="text-14 bold">
          <span className={`${styles.step} medium muted`}>
            {say('tour.step', { step: at + 1, count: STEPS.length })}
          </span>{' '}
          {say(`tour.${id}.title`)}
        </h2>
        <p>{say(`tour.${id}.text`, { copy, palette, sheet })}</p>
        <ActionError error={update.error} />
      </div>
      <div className="row wrap middle gap-8">
        {!isLast && (
          <Button size="xs" variant="subtle" onClick={end}>
            {say('tour.skip')}
          </Button>
        )}
        {at > 0 && (
          <Button size="xs" variant="default" onClick={() => setAt(at - 1)}>
            {say('tour.back')}
          </Button>
        )}
        <Button size="xs" onClick={() => (isLast ? end() : setAt(at + 1))}>
          {say(isLast ? 'tour.done' : 'tour.next')}
        </Button>
      </div>
    </aside>
  );
}

/** Draws a ring around the thing itself; what is not there yet has none. */
function usePointing(target: string): void {
  useEffect(() => {
    const found = document.querySelector(target);
    found?.setAttribute('data-toured', '');
    // In a small window it may be further down.
    found?.scrollIntoView({ block: 'nearest' });
    return () => found?.removeAttribute('data-toured');
  }, [target]);
}

/** The button that was pressed goes with the panel: the keyboard goes on in the form, where it was or at its first field. */
function returnFocus(before: HTMLElement | null): void {
  const form = document.querySelector('main form');
  const first = form?.querySelector('input') ?? null;
  (form?.contains(before) === true ? before : first)?.focus();
}

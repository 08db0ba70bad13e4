import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';

import { useIsFirstFramePast } from '../client/firstFrame.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import styles from './OnDemand.module.css';
import { Skeleton } from './Skeleton.tsx';

type Loaded<P> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'there'; readonly Part: ComponentType<P> }
  | { readonly kind: 'failed'; readonly detail: string };

/** A part of the app whose code is loaded when it is first shown, or sooner. */
export type OnDemand<P> = {
  readonly Part: ComponentType<P>;
  /** Never rejects: where it cannot be loaded now it is tried again when it is shown. */
  readonly load: () => Promise<void>;
};

/**
 * React.lazy without its two faults: what was loaded before is drawn in the same frame, and what could not be loaded can be
 * tried again. `waiting` stands in its place meanwhile; null: nothing.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = <Waiting />,
): OnDemand<P> {
  let state: Loaded<P> = { kind: 'waiting' };
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const become = (next: Loaded<P>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const begin = async (): Promise<void> => {
    try {
      become({ kind: 'there', Part: await load() });
    } catch (error) {
      loading = null;
      become({ kind: 'failed', detail: String(error) });
    }
  };
  const ensure = (): Promise<void> => (loading ??= begin());
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const Part = (props: P): ReactNode => {
    const now = useSyncExternalStore(subscribe, () => state);
    useEffect(() => void ensure(), []);
    if (now.kind === 'there') return <now.Part {...props} />;
    if (now.kind === 'waiting') return waiting;
    const retry = async (): Promise<boolean> => {
      await ensure();
      return state.kind === 'there';
    };
    return <NotLoaded detail={now.detail} retry={retry} isScreen={waiting !== null} />;
  };
  return { Part, load: ensure };
}

/** Room for a screen. It shows only to those who wait for long: a part that is on its way must not flicker. */
function Waiting(): ReactNode {
  const say = useSay();
  return (
    <div className={styles.waiting} aria-busy="true">
      <p role="status" className="spoken">
        {say('part.loading')}
      </p>
      <Skeleton height={24} width={180} />
      <Skeleton height={38} />
      <Skeleton height={220} />
    </div>
  );
}

type Props = {
  readonly detail: string;
  readonly retry: () => Promise<boolean>;
  /** Its heading is missing too, so screen readers find this one. */
  readonly isScreen: boolean;
};

function NotLoaded({ detail, retry, isScreen }: Props): ReactNode {
  const say = useSay();
  const [retrying, setRetrying] = useState(false);
  const again = async (): Promise<void> => {
    setRetrying(true);
    // Until Chromium 156 a page kept a failed import for as long as it lived; only a new page asks for it again.
    if (!(await retry()) && (await isServed())) location.reload();
    setRetrying(false);
  };
  return (
    <Notice
      tone="bad"
      alert
      title={say('part.failed.title')}
      actions={
        <Button size="xs" variant="default" loading={retrying} onClick={() => void again()}>
          {say('app.retry')}
        </Button>
      }
    >
      {isScreen && <h1 className="spoken">{say('part.failed.title')}</h1>}
      <p>{say('part.failed.text')}</p>
      <p className="mono">{say('failure.detail', { detail })}</p>
    </Notice>
  );
}

/** Else a new page would not come either. */
async function isServed(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

type LateProps = { readonly meanwhile?: ReactNode; readonly children: ReactNode };

/** Not in the page's first frame, which the operator waits for; at once in every later one. */
export function Late({ meanwhile = null, children }: LateProps): ReactNode {
  return useIsFirstFramePast() ? children : meanwhile;
}

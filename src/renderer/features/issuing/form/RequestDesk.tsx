import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { FLOWS, type Flow, flowSchema } from '#shared/domain/deposit.ts';

import { useAction } from '../../../client/actions.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { useFormLink } from '../../../client/formLink.ts';
import { useRefill } from '../../../client/refill.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useShortcut } from '../../../shell/useCommands.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useSessionStorage } from '../../../ui/hooks.ts';
import { usePage } from '../../../ui/page.ts';
import { QUICK_LINE_ID, focusSpot } from './fieldId.ts';
import styles from './RequestDesk.module.css';
import { RequestForm } from './RequestForm.tsx';
import { useWantedBack } from './sentForms.ts';

const SAVED_FLOW = flowSchema.catch('create');
const TAB_WORDS = { create: 'form.direct', build: 'form.page' } as const;

/** Both kinds of request; each keeps its own draft. */
export function RequestDesk(): ReactNode {
  const say = useSay();
  const [flow, setFlow] = useFlow();
  const { section, isFolded, open } = useFold();
  useFormActions(flow, setFlow, open);
  return (
    <section
      ref={section}
      className={`panel ${styles.desk}`}
      data-folded={isFolded}
      aria-label={say('nav.new')}
    >
      <Tabs
        label={say('form.flows')}
        tabs={FLOWS.map((name) => ({ name, label: say(TAB_WORDS[name]) }))}
        chosen={flow}
        onChoose={setFlow}
      >
        <RequestForm key={flow} flow={flow} />
      </Tabs>
      {isFolded && <OpenForm onOpen={open} />}
    </section>
  );
}

/** The kind of request that is open in this tab or window. What is to be filled in again opens its own. */
function useFlow(): readonly [Flow, (flow: Flow) => void] {
  const [saved, setSaved] = useSessionStorage('flow', SAVED_FLOW);
  const linked = useFormLink().wanted?.flow ?? null;
  const back = useWantedBack()?.deposit.flow ?? linked;
  const refilled = useRefill().wanted?.request.body.flow ?? back;
  useEffect(() => {
    if (refilled !== null) setSaved(refilled);
  }, [refilled, setSaved]);
  return [refilled ?? saved, setSaved];
}

type Fold = {
  readonly section: RefObject<HTMLElement | null>;
  readonly isFolded: boolean;
  readonly open: () => void;
};

/** In a narrow window the form stands above Now: after a request was issued it is one line, so that the result is in view. */
function useFold(): Fold {
  const { profile } = useDesk();
  const section = useRef<HTMLElement>(null);
  const isNarrow = usePage(({ width }) => width > 0 && width < 1100);
  const isLinked = useFormLink().wanted !== null;
  const back = useWantedBack() ?? (isLinked ? 'link' : null);
  const refilled = useRefill().wanted ?? back;
  const { data } = useNowRequests(profile.id);
  /** Null until the log has answered: what it answers first is not a new request. */
  const newest = data === undefined ? null : (data[0]?.intentId ?? '');
  const [seen, setSeen] = useState({ newest, isFolded: false });
  const isNew = seen.newest !== newest && seen.newest !== null;
  if (seen.newest !== newest) setSeen({ newest, isFolded: isNew || seen.isFolded });
  const isFolded = isNarrow && seen.isFolded && refilled === null;
  const open = useCallback(() => setSeen((last) => ({ ...last, isFolded: false })), []);
  useEffect(() => {
    if (refilled !== null) open();
  }, [refilled, open]);
  useEffect(() => {
    const { activeElement: at } = document;
    const isInside = section.current?.contains(at) === true && at?.id !== QUICK_LINE_ID;
    // The browser takes the focus from what is hidden; the next request is typed into the line.
    if (isFolded && isInside && at?.closest('form')?.dataset['calm'] === 'true') focusSpot('quick');
  }, [isFolded, newest]);
  return { section, isFolded, open };
}

function OpenForm({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const say = useSay();
  const shortcut = useShortcut('request.new');
  return (
    <Button
      variant="default"
      className={styles.openForm ?? ''}
      aria-keyshortcuts={shortcut.aria}
      rightSection={<KeyCap>{shortcut.cap}</KeyCap>}
      onClick={onOpen}
    >
      {say('form.open')}
    </Button>
  );
}

function useFormActions(flow: Flow, setFlow: (flow: Flow) => void, unfold: () => void): void {
  const open = (wanted: Flow): void => {
    unfold();
    // Another form takes the keyboard by itself, when it is there.
    if (wanted === flow) focusSpot('quick');
    else setFlow(wanted);
  };
  useAction('request.new', () => open('create'));
  useAction('request.newPage', () => open('build'));
}

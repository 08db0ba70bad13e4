import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { useAction } from '../client/actions.ts';
import { useClient, useDesk } from '../client/deskContext.ts';
import { leave } from '../client/leaving.ts';
import { useUpdateSettings } from '../client/queries.ts';
import { useSay } from '../i18n/i18n.ts';
import { ActionError } from '../ui/Notice.tsx';
import { onDemand } from '../ui/onDemand.tsx';
import { useDeskOpens } from './useCommands.ts';

const palette = onDemand(async () => (await import('./palette/Palette.tsx')).Palette, null);
const second = onDemand(
  async () => (await import('../features/eyes/SecondPerson.tsx')).SecondPerson,
  null,
);
const sheet = onDemand(async () => (await import('./sheet/ShortcutSheet.tsx')).ShortcutSheet, null);

/** Well after the form is usable, and before an operator who opened the palette types. */
const AHEAD_MS = 2000;

/** What the shell itself does when it is asked for, by key or from the palette. */
export function Overlays(): ReactNode {
  const [opened, setOpened] = useState<'palette' | 'sheet' | null>(null);
  const [, navigate] = useLocation();
  const close = (): void => setOpened(null);
  const setting = useUpdateSettings();
  useAction('palette.open', () => setOpened('palette'));
  useAction('shortcuts.open', () => setOpened('sheet'));
  useAction('handOver.open', () => navigate('/hand-over'));
  const cache = useQueryClient();
  const client = useClient();
  const { hasPeople } = useDesk().session;
  useAction('person.switch', () => void leave(client, cache), hasPeople);
  useDeskOpens();
  useLoadedAhead();
  return (
    <>
      <PrivacyAction />
      {setting.error !== null && <ActionError error={setting.error} />}
      {opened === 'palette' && <palette.Part onSet={setting.mutate} onClose={close} />}
      {/* It listens before anything is asked: a call that finds no listener is not asked about. */}
      {hasPeople && <second.Part />}
      {opened === 'sheet' && <sheet.Part onClose={close} />}
    </>
  );
}

/** Letters typed while the palette is still on its way would land in the form. */
function useLoadedAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([palette.load(), sheet.load()]), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Said aloud, since what it changes is only seen. */
function PrivacyAction(): ReactNode {
  const say = useSay();
  const { privacy } = useDesk().settings;
  const update = useUpdateSettings();
  // Also before the desk has answered the press before: what was asked is drawn at once, and no press is lost.
  useAction('privacy.toggle', () => update.mutate({ privacy: !privacy }));
  return (
    <>
      <div role="status" aria-live="polite" className="spoken">
        {update.isSuccess && say(privacy ? 'desk.privacy.on' : 'desk.privacy.off')}
      </div>
      {update.error !== null && <ActionError error={update.error} />}
    </>
  );
}

import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './global.css';
import './ui/parts.css';
import './ui/layout.css';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import type { Transport } from '#shared/contract/client.ts';

import { App } from './App.tsx';
import { applyEvent, catchUp } from './client/applyEvent.ts';
import { ClientContext } from './client/deskContext.ts';
import { FailureError } from './client/operation.ts';
import { keepFirst } from './client/firstAnswers.ts';
import { takeLinksFromAddress } from './client/formLink.ts';
import { firstFrame } from './client/firstFrame.ts';
import type { Host, Watcher } from './client/host.ts';
import { createPageClient } from './client/pageClient.ts';
import { forgetSession } from './client/session.ts';
import { within } from './client/within.ts';
import { speechOf } from './i18n/i18n.ts';
import { languageOf, loadWords } from './i18n/loadWords.ts';
import { Spoken } from './i18n/Spoken.tsx';
import { NoSession, type NoSessionWhy } from './shell/FullPage.tsx';
import { Themed, showScheme } from './Themed.tsx';
import { showTextSize } from './ui/page.ts';

/** A host that says nothing for so long is waited for in words. */
const LONGEST_SILENCE_MS = 2000;

/** Draws the desk that was found behind the page, in its language from the first frame on. Returns how to take it off again. */
export async function start(finding: Promise<Host>): Promise<() => void> {
  const host = await finding;
  const first =
    host.kind === 'none' ? null : await within(host.first, LONGEST_SILENCE_MS, () => null);
  const language = first?.settings.language ?? languageOf(document.documentElement.lang);
  const speech = speechOf(language, await loadWords(language));
  document.documentElement.lang = language;
  showScheme(first?.settings.theme ?? 'system');
  if (first !== null) showTextSize(first.settings.textSize);
  const root = createRoot(rootElement());
  const draw = (content: ReactNode): void => {
    root.render(
      <StrictMode>
        <Spoken first={speech}>{content}</Spoken>
      </StrictMode>,
    );
  };
  const drawNoSession = (why: NoSessionWhy): void =>
    draw(
      <Themed scheme="system">
        <NoSession why={why} />
      </Themed>,
    );
  const takeOff = (): void => root.unmount();
  if (host.kind === 'none') {
    drawNoSession(host.why);
    return takeOff;
  }

  const cache = createCache();
  if (first !== null) keepFirst(cache, first);
  const ignoreLinks = takeLinksFromAddress(cache);
  const client = createPageClient(afterFirstFrame(host.transport));
  // Before anything is drawn: what was told until now goes to the first who listens, and a screen's own effects come sooner than
  // those of what is around it.
  client.onEvent((event) => void applyEvent(cache, event));
  const drawApp = (connected: boolean): void =>
    draw(
      <QueryClientProvider client={cache}>
        <ClientContext value={client}>
          <App connected={connected} />
        </ClientContext>
      </QueryClientProvider>,
    );
  drawApp(true);
  host.watch(watcherOf(cache, drawApp, drawNoSession));
  return () => {
    ignoreLinks();
    takeOff();
  };
}

/** What the first frame shows was asked before. An answer to anything else would only be in its way. */
function afterFirstFrame({ invoke, subscribe }: Transport): Transport {
  return {
    async invoke(name, input, options) {
      await firstFrame();
      return invoke(name, input, options);
    },
    subscribe,
  };
}

function watcherOf(
  cache: QueryClient,
  drawApp: (connected: boolean) => void,
  drawNoSession: (why: NoSessionWhy) => void,
): Watcher {
  let over = false;
  let isStranger = false;
  return {
    onSessionLost() {
      over = true;
      forgetSession();
      drawNoSession('ended');
    },
    // Nothing is forgotten: should the desk itself answer again, the tab goes on where it was.
    onStranger() {
      if (over || isStranger) return;
      isStranger = true;
      drawNoSession('stranger');
    },
    onStream(open) {
      if (open) isStranger = false;
      if (over || isStranger) return;
      drawApp(open);
      // Events may have passed while the stream was closed.
      if (open) void catchUp(cache);
    },
  };
}

function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The host is on this machine: what it refused once it refuses again, what it could not hear it may hear next time.
        retry: (count, error) =>
          count < 2 && error instanceof FailureError && error.failure.code === 'host_unreachable',
        networkMode: 'always',
        staleTime: 30_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function rootElement(): HTMLElement {
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no root element');
  return element;
}

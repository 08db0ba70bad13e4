import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.css';
import './global.css';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

import { createClient } from '#shared/contract/client.ts';

import { App, Themed } from './App.tsx';
import { catchUp } from './client/applyEvent.ts';
import { bridgeTransport } from './client/bridge.ts';
import { ClientContext } from './client/deskContext.ts';
import { FailureError } from './client/failureError.ts';
import { loopbackTransport } from './client/loopback.ts';
import { type Session, forgetSession, openSession, reloadOnFreshLink } from './client/session.ts';
import { i18nWith, languageOf } from './i18n/i18n.ts';
import { loadWords } from './i18n/loadWords.ts';
import { NoSession } from './shell/NoSession.tsx';

/** Finds the desk behind the page, then draws. */
export async function start(): Promise<void> {
  const language = languageOf(navigator.language);
  const i18n = i18nWith(language, await loadWords(language));
  document.documentElement.lang = language;
  const root = createRoot(rootElement());
  const draw = (content: ReactNode): void => {
    root.render(
      <StrictMode>
        <I18nextProvider i18n={i18n}>{content}</I18nextProvider>
      </StrictMode>,
    );
  };
  const styleNonce = readStyleNonce();
  const drawNoSession = (why: (Session & { kind: 'none' })['why']): void =>
    draw(
      <Themed scheme="system" styleNonce={styleNonce}>
        <NoSession why={why} />
      </Themed>,
    );

  const cache = createCache();
  const drawApp = (transport: Parameters<typeof createClient>[0]): ((ok: boolean) => void) => {
    const client = createClient(transport);
    return (connected) =>
      draw(
        <QueryClientProvider client={cache}>
          <ClientContext value={client}>
            <App styleNonce={styleNonce} connected={connected} />
          </ClientContext>
        </QueryClientProvider>,
      );
  };

  const bridge = bridgeTransport(window);
  if (bridge !== null) {
    drawApp(bridge)(true);
    return;
  }
  reloadOnFreshLink();
  const session = await openSession();
  if (session.kind === 'none') {
    drawNoSession(session.why);
    return;
  }
  let over = false;
  const redraw = drawApp(
    loopbackTransport({
      token: session.token,
      onSessionLost: () => {
        over = true;
        forgetSession();
        drawNoSession('missing');
      },
      onStream: (open) => {
        if (over) return;
        redraw(open);
        // Events may have passed while the stream was closed.
        if (open) void catchUp(cache);
      },
    }),
  );
  redraw(true);
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

/** The host puts a fresh one into every page; Mantine's one style element carries it. */
function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}

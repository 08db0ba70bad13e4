import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import type { Client } from '#shared/contract/client.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { LINK_REFUSALS } from '#shared/domain/link.ts';
import { profileSchema } from '#shared/domain/profile.ts';
import { FIRST_SETTINGS } from '#shared/domain/settings.ts';

import { ClientContext, type Desk, DeskContext } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { SpeechContext } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { WITHOUT_PEOPLE } from '../../../testing/request.ts';
import { ExternalLink } from './ExternalLink.tsx';
import type { LinkVerdict } from './queries.ts';

const ADDRESS = 'https://pay.example/1';
const profile = profileSchema.parse({
  id: 'sandbox',
  name: 'Sandbox',
  mode: 'sandbox',
  baseUrl: 'http://127.0.0.1:1',
  merchant: '11111111-2222-4333-8444-555555555555',
  dialect: DEFAULT_DIALECT,
  archivedAt: null,
});

const deskAt = (kind: 'electron' | 'loopback'): Desk => ({
  info: {
    version: '1',
    host: { kind, live: false },
    dataDir: '',
    updates: { state: 'off' },
    setAside: [],
  },
  settings: {
    ...FIRST_SETTINGS,
    language: 'en',
    theme: 'light',
    operatorName: 'desk-1',
  },
  profiles: [profile],
  profile,
  session: WITHOUT_PEOPLE,
  locked: false,
});

/** No call is answered during drawing: earlier answers are in the cache. */
const client: Client = {
  call: () => new Promise(() => undefined),
  onEvent: () => () => undefined,
};

function drawn(verdict: LinkVerdict | null, kind: 'electron' | 'loopback', locked = false): string {
  const cache = new QueryClient();
  if (verdict !== null) cache.setQueryData(KEYS.link(profile.id, ADDRESS), verdict);
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <SpeechContext value={createI18n('en')}>
        <ClientContext value={client}>
          <DeskContext value={deskAt(kind)}>
            <ExternalLink address={ADDRESS} profileId={profile.id} label="Open" locked={locked} />
          </DeskContext>
        </ClientContext>
      </SpeechContext>
    </QueryClientProvider>,
  );
}

const known = {
  address: ADDRESS,
  host: 'pay.example',
  profileId: profile.id,
  profileName: 'Sandbox',
};
const HREF = `href="${ADDRESS}"`;

describe('a link out of the page', () => {
  it('has no address in a browser until somebody has agreed to the host', () => {
    const markup = drawn({ verdict: 'ask', ...known }, 'loopback');
    expect(markup).toContain('role="link"');
    expect(markup).not.toContain('pay.example');
    expect(drawn({ verdict: 'open', ...known }, 'loopback')).toContain(HREF);
  });

  it('is left to the application’s one way out, which asks by itself', () => {
    const markup = drawn({ verdict: 'ask', ...known }, 'electron');
    expect(markup).toContain(HREF);
    expect(markup).toContain('rel="noreferrer noopener"');
    expect(markup).toContain('target="_blank"');
    expect(markup).not.toContain('aria-haspopup');
  });

  it('opens what the desk wrote, not the text that came in', () => {
    const rewritten = { ...known, address: 'https://pay.example/%31' };
    expect(drawn({ verdict: 'open', ...rewritten }, 'electron')).toContain('/%31"');
  });

  it.each(['electron', 'loopback'] as const)(
    'has no address while locked or unknown: %s',
    (kind) => {
      for (const markup of [drawn({ verdict: 'open', ...known }, kind, true), drawn(null, kind)]) {
        expect(markup).toContain('aria-disabled="true"');
        expect(markup).not.toContain('href');
      }
    },
  );

  it.each(LINK_REFUSALS)('is text where it was refused: %s', (reason) => {
    const markup = drawn({ verdict: 'refused', reason }, 'electron');
    expect(markup).not.toMatch(/href|role="link"|<a |<button/u);
    expect(markup).toContain('not opened');
  });
});

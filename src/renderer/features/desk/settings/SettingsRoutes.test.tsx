import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';

import type { Client } from '#shared/contract/client.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Profile, profileSchema } from '#shared/domain/profile.ts';
import { FIRST_SETTINGS } from '#shared/domain/settings.ts';

import { ClientContext, type Desk, DeskContext } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { SpeechContext } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { WITHOUT_PEOPLE } from '../../../testing/request.ts';
import { SettingsRoutes } from './SettingsRoutes.tsx';

function profileOf(id: string, name: string): Profile {
  return profileSchema.parse({
    id,
    name,
    mode: 'live',
    baseUrl: 'http://127.0.0.1:1',
    merchant: '11111111-2222-4333-8444-555555555555',
    dialect: DEFAULT_DIALECT,
    archivedAt: null,
  });
}

const known = profileOf('live-known', 'Known');
const desk: Desk = {
  info: {
    version: '1',
    host: { kind: 'loopback', live: false },
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
  profiles: [known],
  profile: known,
  session: WITHOUT_PEOPLE,
  locked: false,
};
const client: Client = {
  call: () => new Promise(() => undefined),
  onEvent: () => () => undefined,
};

/** The screens still know one profile; the cache holds these. */
function drawn(address: string, kept: readonly Profile[]): string {
  const cache = new QueryClient();
  cache.setQueryData(KEYS.profiles, kept);
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <SpeechContext value={createI18n('en')}>
        <ClientContext value={client}>
          <DeskContext value={desk}>
            <Router hook={() => [address, () => undefined]}>
              <SettingsRoutes />
            </Router>
          </DeskContext>
        </ClientContext>
      </SpeechContext>
    </QueryClientProvider>,
  );
}

it('opens a profile that was saved just now, before the screens have heard of it', () => {
  const saved = profileOf('live-saved', 'Just saved');
  expect(drawn('/settings/profile/live-saved/secret', [known, saved])).toContain('Just saved');
});

it('opens none that is not there', () => {
  expect(drawn('/settings/profile/live-gone/secret', [known])).not.toContain('<h1');
});

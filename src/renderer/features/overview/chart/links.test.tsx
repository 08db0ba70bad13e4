import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { CALLBACKS_TAKEN } from '#shared/domain/callback.ts';
import { profileSchema } from '#shared/domain/profile.ts';
import { FIRST_SETTINGS } from '#shared/domain/settings.ts';

import { type Desk, DeskContext } from '../../../client/deskContext.ts';
import { SpeechContext } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { WITHOUT_PEOPLE } from '../../../testing/request.ts';
import { countText } from '../../../text/numbers.ts';
import { type Column, OUTCOME_GROUPS, type Part } from '../model.ts';
import { shareText, stepText } from '../overviewText.ts';
import { Bars } from './Bars.tsx';
import { Columns } from './Columns.tsx';
import { sharesOf } from './measure.ts';

const profile = profileSchema.parse({
  id: 'sandbox',
  name: 'Sandbox',
  mode: 'sandbox',
  baseUrl: 'http://127.0.0.1:1',
  merchant: '11111111-2222-4333-8444-555555555555',
  dialect: DEFAULT_DIALECT,
  archivedAt: null,
  timeZone: 'UTC',
});
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
  profiles: [profile],
  profile,
  session: WITHOUT_PEOPLE,
  locked: false,
};

function drawn(content: ReactNode): string {
  return renderToStaticMarkup(
    <SpeechContext value={createI18n('en')}>
      <DeskContext value={desk}>
        <Router ssrPath="/overview">{content}</Router>
      </DeskContext>
    </SpeechContext>,
  );
}

/** The accessible name of every link, by its address. */
function linksIn(markup: string): ReadonlyMap<string, string> {
  const links = markup.matchAll(/<a\s(?<attributes>[^>]*)>(?<content>.*?)<\/a>/gu);
  return new Map(
    [...links].map(({ groups }) => {
      const attribute = (name: string): string | undefined =>
        new RegExp(`${name}="(?<value>[^"]*)"`, 'u').exec(groups?.['attributes'] ?? '')?.groups?.[
          'value'
        ];
      const text = (groups?.['content'] ?? '')
        .replaceAll(/<span[^>]*aria-hidden="true">.*?<\/span><\/span>/gu, ' ')
        .replaceAll(/<[^>]*>/gu, ' ');
      const name = attribute('aria-label') ?? text;
      return [attribute('href') ?? '', name.replaceAll(/\s+/gu, ' ').trim()];
    }),
  );
}

const COUNTS = [12, 0, 1300, 7, 0, 3];
const PARTS = CALLBACKS_TAKEN.map((key, at): Part<string> => ({
  key,
  count: COUNTS[at] ?? 0,
  share: sharesOf(COUNTS)[at] ?? 0,
  href: `/inbox/${key}`,
}));

it.each([true, false])(
  'a bar is a link with its name, number and share, legend: %s',
  (isLegend) => {
    const nameOf = (key: string): ReactNode => <b>of {key}</b>;
    const bars = drawn(<Bars label="Results" parts={PARTS} nameOf={nameOf} isLegend={isLegend} />);
    const some = PARTS.filter(({ count }) => count > 0);
    expect([...linksIn(bars)]).toEqual(
      some.map(({ key, count, share, href }) => [
        href,
        `of ${key} ${countText(count).replaceAll(/\s+/gu, ' ')} ${shareText(share, 'en')}`,
      ]),
    );
    expect(bars).toContain('aria-label="Results"');
    // What there is none of is said, too, and opens nothing.
    for (const { key } of PARTS) expect(bars).toContain(`of ${key}`);
  },
);

it('a column is a link with its time, its number and its parts; one of them is a stop for Tab', () => {
  const columns = [3, 0, 5].map((count, at): Column => {
    const [from, to] = [at, at + 1].map((hour) => `2026-11-15T0${hour}:00:00.000Z`);
    const counts = [count - 1, 1];
    const parts = OUTCOME_GROUPS.map((key, place) => ({
      key,
      count: count === 0 ? 0 : (counts[place] ?? 0),
      href: `/log/show/${at}-${key}`,
    }));
    return { from: from ?? '', to: to ?? '', count, href: `/log/show/${at}`, parts };
  });
  const text = stepText('hour', profile, 'en', Date.parse('2026-11-15T12:00:00.000Z'));
  const chart = drawn(<Columns label="Over time" columns={columns} text={text} />);
  expect([...linksIn(chart)]).toEqual([
    ['/log/show/0', '15 Nov, 00:00–01:00: 3 requests. Accepted 2, Refused 1'],
    ['/log/show/2', '15 Nov, 02:00–03:00: 5 requests. Accepted 4, Refused 1'],
  ]);
  expect(chart.match(/tabindex="0"/gu)).toHaveLength(1);
  expect(chart).toContain('aria-label="Over time"');
  expect(chart).toContain(
    'Arrow keys move between columns, Enter opens their requests in the log.',
  );
});

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { ANSWER_TIMES } from '#shared/domain/overviewTimes.ts';
import { profileSchema } from '#shared/domain/profile.ts';
import { settingsSchema } from '#shared/domain/settings.ts';

import { type Desk, DeskContext } from '../../client/deskContext.ts';
import { SpeechContext } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';
import { WITHOUT_PEOPLE } from '../../testing/request.ts';
import { Bars } from './chart/Bars.tsx';
import { Columns } from './chart/Columns.tsx';
import { sharesOf } from './chart/measure.ts';
import { type Column, OUTCOME_GROUPS, type Part } from './model.ts';
import { stepText } from './overviewText.ts';
import { ColumnsTable, PartsTable } from './tables.tsx';

const profile = profileSchema.parse({
  id: 'sandbox',
  name: 'Sandbox',
  mode: 'sandbox',
  baseUrl: 'http://127.0.0.1:1',
  merchant: '11111111-2222-4333-8444-555555555555',
  dialect: DEFAULT_DIALECT,
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
  settings: settingsSchema.parse({
    language: 'en',
    theme: 'light',
    operatorName: 'desk-1',
    activeProfileId: profile.id,
  }),
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

/** Every link with the digits that are written in it or in its name. */
function linksIn(markup: string): ReadonlyMap<string, string> {
  const links = markup.matchAll(/<a\s(?<attributes>[^>]*)>(?<content>.*?)<\/a>/gu);
  return new Map(
    [...links].map(({ groups }) => {
      const href = /href="(?<href>[^"]*)"/u.exec(groups?.['attributes'] ?? '')?.groups?.['href'];
      const text = (groups?.['content'] ?? '').replaceAll(/<[^>]*>/gu, ' ');
      return [href ?? '', text.replaceAll(/\s+/gu, ' ').trim()];
    }),
  );
}

describe('the table behind a chart', () => {
  const counts = [12, 0, 1300, 7, 0, 3, 1];
  const parts = ANSWER_TIMES.map((key, at): Part<string> => ({
    key,
    count: counts[at] ?? 0,
    share: sharesOf(counts)[at] ?? 0,
    href: `/log/show/${key}`,
  }));

  it('has the numbers, the shares and the links of the bars, and their sum', () => {
    const nameOf = (key: string): string => key;
    const bars = drawn(<Bars label="Times" parts={parts} nameOf={nameOf} />);
    const table = drawn(
      <PartsTable
        caption="Times"
        heading="Time"
        counted="Requests"
        parts={parts}
        nameOf={nameOf}
      />,
    );
    const [inBars, inTable] = [linksIn(bars), linksIn(table)];
    expect([...inTable.keys()]).toEqual([...inBars.keys()]);
    expect(inTable.size).toBe(counts.filter((count) => count > 0).length);
    for (const [href, text] of inTable) expect(inBars.get(href)).toContain(` ${text} `);
    expect(table).toContain('1\u00a0323');
    expect(table).toContain('100%');
  });

  it('has a row for every column, and their names and totals', () => {
    const columns = [3, 0, 5].map((count, at): Column => {
      const [from, to] = [at, at + 1].map((hour) => `2026-11-15T0${hour}:00:00.000Z`);
      const own = OUTCOME_GROUPS.map((key, place) => ({
        key,
        count: place === 0 ? count : 0,
        href: `/log/show/${at}-${key}`,
      }));
      return { from: from ?? '', to: to ?? '', count, href: `/log/show/${at}`, parts: own };
    });
    const text = stepText('hour', profile, 'en', Date.parse('2026-11-15T12:00:00.000Z'));
    const chart = drawn(<Columns label="Over time" columns={columns} text={text} />);
    const table = drawn(
      <ColumnsTable
        caption="Over time"
        columns={columns}
        outcomes={[]}
        total={{ count: 8, href: '/log/show/all' }}
        text={text}
      />,
    );
    const inTable = linksIn(table);
    for (const column of columns.filter(({ count }) => count > 0)) {
      expect(chart).toContain(`href="${column.href}"`);
      expect(chart).toContain(`${text.name(column)}: ${column.count} requests. Accepted`);
      expect(inTable.get(column.href)).toBe(String(column.count));
      expect(table).toContain(text.name(column));
    }
    expect(table.match(/<tr>/gu)).toHaveLength(columns.length + 2);
    expect(linksIn(chart).has('/log/show/1')).toBe(false);
  });
});

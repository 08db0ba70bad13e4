import { beforeEach, expect, it } from 'vitest';

import type { WaitingCard } from '#shared/domain/eyes.ts';
import { ok } from '#shared/domain/result.ts';

import { OPERATOR, manualClock, profileOf } from '../testing/builders.ts';
import type { Membership } from './membership.ts';
import { type PaperServer, postCards } from './postCards.ts';

const MINUTE_MS = 60_000;
const ANN = '00000000-0000-4000-8000-00000000000a';
const PROFILE = profileOf();
const OWN: Membership = {
  version: 1,
  teamId: '00000000-0000-4000-8000-000000000001',
  deskId: '00000000-0000-4000-8000-000000000002',
  login: 'desk',
  code: 'A',
  host: '127.0.0.1',
  port: 5432,
  database: 'team',
  ca: '',
  rootKey: '',
  library: 'keyring',
  barred: null,
  profiles: {},
};
const CARD: WaitingCard = {
  cardId: '11111111-2222-4333-8444-555555555555',
  digest: 'd'.repeat(64),
  reasons: ['settle_unknowns'],
  profileId: PROFILE.id,
  profileName: PROFILE.name,
  mode: PROFILE.mode,
  author: { ...OPERATOR, personId: ANN },
  askedAt: '2026-11-18T06:00:00.000Z',
  content: { kind: 'settle', facts: [{ what: 'order', text: '1' }] },
  approval: null,
};

let nowMs: number;
let isAnnHere: boolean;
let open: readonly string[];
let expiries: readonly string[];
let turn: () => Promise<void>;
beforeEach(() => {
  [nowMs, isAnnHere, open, expiries] = [0, true, [], []];
  const start = manualClock().now().getTime();
  const server: PaperServer = {
    async put(paper) {
      open = [...open, paper.paper_id];
      expiries = [...expiries, paper.expires_at];
      return true;
    },
    async end(paperId) {
      open = open.filter((one) => one !== paperId);
      return true;
    },
  };
  let made = 0;
  const deps = {
    eyes: { waiting: () => [CARD], ended: () => null },
    people: {
      monotonicMs: () => nowMs,
      isHere: (personId: string) => isAnnHere && personId === ANN,
    },
    profiles: { find: () => ok(PROFILE) },
    shareCustomer: () => null,
    clock: { now: () => new Date(start + nowMs) },
    chance: { uuid: () => `paper-${(made += 1)}` },
  };
  const posted: Parameters<typeof postCards>[3] = new Map();
  turn = () => postCards(deps, OWN, server, posted);
});

async function goOn(minutes: number): Promise<void> {
  for (let at = 0; at < minutes * 2; at += 1) {
    nowMs += MINUTE_MS / 2;
    await turn();
  }
}

it('a card is posted anew while its author’s page is unlocked, for an hour at most', async () => {
  await turn();
  expect(open).toEqual(['paper-1']);
  await goOn(9);
  expect(open).toEqual(['paper-1']);
  await goOn(2);
  expect(open).toEqual(['paper-2']);
  await goOn(48);
  expect(open).toEqual(['paper-6']);
  const [first] = expiries;
  const last = Date.parse(expiries.at(-1) ?? '') - Date.parse(first ?? '');
  expect(last).toBeLessThanOrEqual(50 * MINUTE_MS);
  await goOn(60);
  expect(open).toEqual(['paper-6']);
});

it('while the author is away it ends after ten minutes, and is there again once they are back', async () => {
  await turn();
  isAnnHere = false;
  await goOn(20);
  expect(open).toEqual(['paper-1']);
  isAnnHere = true;
  await goOn(1);
  expect(open).toEqual(['paper-2']);
});

import { join } from 'node:path';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import { type EyesRules, NO_EYES_RULES, type WaitingCard } from '#shared/domain/eyes.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { accepting } from '../../batch/testing/batchDesk.ts';
import { createDraftOf, intent, temporaryDir } from '../../testing/builders.ts';
import type { Imports } from '../../importing/imports.ts';
import { SANDBOX } from '../../testing/openedDesk.ts';
import {
  BOSS_PIN,
  type Begun,
  type Page,
  type PeopleDesk,
  openPeopleDesk,
} from '../../testing/peopleDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../../testing/provider.ts';

export type EyesDesk = {
  readonly desk: PeopleDesk;
  readonly provider: TestProvider;
  readonly begun: Begun;
  readonly dataDir: string;
  readonly setRules: (rules: Partial<EyesRules>, profileId?: ProfileId) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A desk with people, a supervisor at page `boss`, and a provider that accepts. */
export async function openEyesDesk(
  options: { readonly dataDir?: string; readonly answer?: Answer; readonly imports?: Imports } = {},
): Promise<EyesDesk> {
  const { dataDir = join(temporaryDir(), 'data'), answer = accepting, imports } = options;
  const provider = await startTestProvider(answer);
  const more = imports === undefined ? {} : { imports };
  const desk = await openPeopleDesk({ dataDir, baseUrl: provider.baseUrl, ...more });
  const begun = await desk.begin();
  return {
    desk,
    provider,
    begun,
    dataDir,
    async setRules(rules, profileId = SANDBOX) {
      await begun.boss.ask('eyes.setRules', { profileId, rules: { ...NO_EYES_RULES, ...rules } });
    },
    async close() {
      await desk.services.close();
      await provider.close();
    },
  };
}

type Issue = OperationInput<'issue.create'>;

/** What a page asks for; the name is the intent and the order. */
export function issueOf(name: string, cents: number, more: Partial<Issue> = {}): Issue {
  const fields = createDraftOf({ order_id: name, customer: `cust-${name}`, cents }).fields;
  return { intentId: intent(name), profileId: SANDBOX, fields, reissue: null, ...more };
}

export async function cardAt(page: Page): Promise<WaitingCard> {
  const [card] = (await page.ask('eyes.waiting', {})).cards;
  if (card === undefined) throw new Error('No card waits.');
  return card;
}

/** What an approver types at a page. */
export function approvalOf(
  { cardId, digest }: Pick<WaitingCard, 'cardId' | 'digest'>,
  personId: string,
  pin = BOSS_PIN,
): OperationInput<'eyes.approve'> {
  return { cardId, digest, personId, pin };
}

export async function approveAt(
  page: Page,
  personId: string,
): Promise<OperationOutput<'eyes.approve'>> {
  return page.ask('eyes.approve', approvalOf(await cardAt(page), personId));
}

import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import { unfreezeDesk } from '../../src/core/team/server/desks.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  profileOf,
  removeTemporaryDirs,
} from '../../src/core/testing/builders.ts';
import { type TestDesk, openTestDesk } from '../../src/core/testing/issuing.ts';
import { type TestProvider, startTestProvider } from '../../src/core/testing/provider.ts';
import { type TeamProtocol, openTeamProtocol } from '../../src/core/testing/teamProtocol.ts';
import type { Profile } from '../../src/shared/domain/profile.ts';
import type { DepositRequest } from '../../src/shared/domain/request.ts';
import { intentIdSchema } from '../../src/shared/domain/ids.ts';
import type { OfflinePolicy } from '../../src/shared/domain/team.ts';
import { type Desk, type Findings, type Team, startTeam, until, value } from './setUp.ts';

const RACES = 30;

/** Two whole desks issue through one server, to a provider that counts what arrives. */
export async function issuingCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    const isRefused = String(fields['order_id']).startsWith('refuse');
    if (isRefused) response.writeHead(422);
    response.end(JSON.stringify(isRefused ? { message: 'no' } : createRecordOf(fields)));
  });
  const desks = [await issuingDesk(team, provider), await issuingDesk(team, provider)] as const;
  try {
    await raced(team, provider, desks);
    await freed(team, desks);
    await offline(team, provider, desks[0]);
  } finally {
    for (const desk of desks) await desk.close();
    await provider.close();
    await team.close();
    removeTemporaryDirs();
  }
}

type IssuingDesk = {
  readonly member: Desk;
  readonly desk: TestDesk;
  readonly issue: (orderId: string) => Promise<DepositRequest>;
  readonly policy: { is: OfflinePolicy };
  readonly inStep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

async function issuingDesk(team: Team, provider: TestProvider): Promise<IssuingDesk> {
  const member = await team.join();
  member.connection.close();
  const policy: { is: OfflinePolicy } = { is: 'own_numbers' };
  let protocol: TeamProtocol | null = null;
  const desk = await openTestDesk({
    claim: (request, asked) => protocol?.claim(request, asked) ?? null,
  });
  const profile: Profile = profileOf({ baseUrl: provider.baseUrl });
  await desk.secrets.write(profile, { kind: 'signing' }, 'secret-of-the-test', 'stored');
  const db = openForReading(logPathsOf(desk.dataDir).file);
  const store = createStore(db);
  const opened = openTeamProtocol(addressIn(member.invitation, member.password), {
    read: (after, most) => readTeamBatch(store, after, most, () => 'whole'),
    policyOf: () => policy.is,
    numberOf: ({ body }) =>
      body.fields.order_id.includes(`-${member.invitation.code ?? ''}-`) ? 'own' : 'typed',
    // A busy machine is no cause to go without a claim.
    deadlineMs: 30_000,
  });
  protocol = opened;
  return {
    member,
    desk,
    policy,
    inStep: opened.inStep,
    async issue(orderId) {
      const draft = createDraftOf({ order_id: orderId, customer: `c-${randomUUID()}` });
      const intentId = intentIdSchema.parse(randomUUID());
      return value(
        await desk.issue({ intentId, profile, operator: OPERATOR, draft, reissue: null }),
      ).settled;
    },
    async close() {
      await opened.close();
      db.close();
      await desk.close();
    },
  };
}

const reasonOf = (request: DepositRequest): string =>
  'reason' in request ? request.reason.code : request.outcome;

async function raced(
  { check }: Team,
  provider: TestProvider,
  [one, other]: readonly [IssuingDesk, IssuingDesk],
): Promise<void> {
  let refused: DepositRequest | null = null;
  for (let race = 0; race < RACES; race += 1) {
    const results = await Promise.all([one.issue(`race-${race}`), other.issue(`race-${race}`)]);
    refused = results.find((result) => reasonOf(result) === 'order_claimed') ?? null;
    const outcomes = results.map(reasonOf).toSorted();
    check('misclassified', `race ${race}: one is accepted, the other is told`, outcomes, [
      'accepted',
      'order_claimed',
    ]);
  }
  const orders = provider
    .posts()
    .map(({ body }) => z.object({ order_id: z.string() }).parse(JSON.parse(body)).order_id);
  check(
    'doubled',
    'the provider got each order once',
    [orders.length, new Set(orders).size],
    [RACES, RACES],
  );
  const detail = refused !== null && 'reason' in refused ? (refused.reason.detail ?? '') : '';
  check(
    'misclassified',
    'who has it and since when is said',
    /^n\d+ \([2-9A-Z]{3}\), \d{4}-\d\d-\d\dT/u.test(detail),
    true,
  );
}

/** A refusal by the provider frees the order for both desks, also for the one that asked first. */
async function freed(
  { check }: Team,
  [one, other]: readonly [IssuingDesk, IssuingDesk],
): Promise<void> {
  check('misclassified', 'the provider refuses', (await one.issue('refuse-1')).outcome, 'rejected');
  const again = await one.issue('refuse-1');
  check('misclassified', 'the same desk asks again, at once', again.outcome, 'rejected');
  await one.inStep();
  check(
    'misclassified',
    'then the other desk may',
    (await other.issue('refuse-1')).outcome,
    'rejected',
  );
}

async function offline(team: Team, provider: TestProvider, one: IssuingDesk): Promise<void> {
  const { check, postgres } = team;
  const { code } = one.member.invitation;
  await postgres.killHard();
  const posts = provider.posts().length;
  check(
    'misclassified',
    'own numbers only: a typed id',
    reasonOf(await one.issue('typed-1')),
    'team_refused',
  );
  check(
    'misclassified',
    'own numbers only: an own id',
    reasonOf(await one.issue(`D-${code}-1`)),
    'accepted',
  );
  one.policy.is = 'block';
  check(
    'misclassified',
    'block: an own id',
    reasonOf(await one.issue(`D-${code}-2`)),
    'team_refused',
  );
  one.policy.is = 'warn';
  check('misclassified', 'warn: a typed id', reasonOf(await one.issue('typed-2')), 'accepted');
  check('doubled', 'what was refused was not sent', provider.posts().length - posts, 2);
  await postgres.start();
  one.policy.is = 'own_numbers';
  await until(async () => (await one.issue(`typed-${randomUUID()}`)).outcome === 'accepted');
  check(
    'lost',
    'after the server’s return claims go on',
    (await one.issue('typed-3')).outcome,
    'accepted',
  );
  await team.admin((session) =>
    session.query("UPDATE team.desk SET state = 'frozen' WHERE login = $1", [
      one.member.invitation.login,
    ]),
  );
  one.policy.is = 'warn';
  check(
    'doubled',
    'a frozen desk sends nothing, whatever its policy',
    reasonOf(await one.issue('typed-4')),
    'team_refused',
  );
  await team.admin((session) => unfreezeDesk(session, one.member.name, false));
  check('lost', 'unfrozen it does', (await one.issue('typed-5')).outcome, 'accepted');
}

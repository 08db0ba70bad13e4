import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { rebuildRows, verifyTeam } from '../../src/core/team/server/verify.ts';
import { filledLog, sendLog } from './chainCases.ts';
import { shareCustomerWith } from '../../src/core/team/sharedCustomer.ts';
import {
  CUSTOMER_KEY,
  MERCHANT,
  type Team,
  appendNext,
  chained,
  noted,
  rowOf,
  value,
  EVERYTHING,
} from './setUp.ts';

/** What reaches the server, and who reads it. */
export async function sharingCases(team: Team): Promise<void> {
  await withheld(team);
  await reading(team);
  await closedUnknowns(team);
  await poisonedRows(team);
  await erasing(team);
}

const share = shareCustomerWith(CUSTOMER_KEY);
/** The card number of every accepted request in `fillLog`, and its holder. */
const REQUISITES = ['0000000000000000', 'TEST HOLDER'];

async function withheld(team: Team): Promise<void> {
  const { check, admin } = team;
  for (const sharing of ['masked', 'proof'] as const) {
    const desk = await team.join();
    const dir = await filledLog(sharing === 'masked' ? 'M' : 'P');
    try {
      const outcomes = await sendLog(desk, dir, sharing);
      check('lost', `${sharing}: the chain is taken`, outcomes.at(-1), 'appended');
      const db = openForReading(logPathsOf(dir).file);
      const whole = readTeamBatch(createStore(db), 0, 500, () => 'whole');
      db.close();
      const [stored] = await admin((session) =>
        session.query(
          `SELECT (SELECT string_agg(e::text, ' ') FROM team.event e WHERE desk_id = $1) AS events,
            (SELECT string_agg(r::text, ' ') FROM team.request r WHERE desk_id = $1) AS rows`,
          [desk.deskId],
        ),
      );
      // The first event follows a hash of zeros.
      const text = JSON.stringify(stored).replaceAll('0'.repeat(64), '');
      const salts = whole.events.flatMap(({ salt }) =>
        salt === null ? [] : [salt.toString('hex')],
      );
      check(
        'lost',
        `${sharing}: no salt is on the server`,
        salts.filter((salt) => text.includes(salt)),
        [],
      );
      check(
        'lost',
        `${sharing}: no requisites are`,
        REQUISITES.filter((one) => text.includes(one)),
        [],
      );
      const customers = whole.rows.flatMap(({ customer }) => customer ?? []);
      check(
        'lost',
        `${sharing}: no customer is`,
        customers.filter((one) => text.includes(one)),
        [],
      );
      const report = (await admin(verifyTeam)).find(({ login }) => login === desk.invitation.login);
      check(
        'misclassified',
        `${sharing}: verify checks the chain and compares no rows`,
        [report?.brokenAt, report?.compared, report?.wrongRows],
        [null, 0, []],
      );
      const mine = whole.rows.find(({ outcome }) => outcome === 'not_sent');
      const other = await team.join();
      check(
        'misclassified',
        `${sharing}: a closed request frees its order`,
        value(await other.calls.claim(randomUUID(), MERCHANT, mine?.orderId ?? '')).outcome,
        'yours',
      );
      const held = whole.rows.find(({ outcome }) => outcome === 'accepted');
      check(
        'doubled',
        `${sharing}: an accepted one keeps it`,
        value(await other.calls.claim(randomUUID(), MERCHANT, held?.orderId ?? '')).outcome,
        'held',
      );
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

async function reading(team: Team): Promise<void> {
  const { check } = team;
  const [desk, elsewhere] = [await team.join(), randomUUID()];
  await appendNext(desk, noted(3), (seq) => [
    rowOf('READ-100%_1', 'accepted', seq, {
      customer: 'ИВАНОВА Анна',
      createdAt: new Date(Date.now() - 60_000).toISOString(),
    }),
    rowOf('READ-2', 'accepted', seq + 1, { merchant: elsewhere }),
    // A clock that is years ahead, and one that is years behind.
    rowOf('READ-3', 'accepted', seq + 2, { createdAt: '2099-01-01T00:00:00.000Z' }),
    rowOf('READ-4', 'accepted', seq + 2, { createdAt: '1999-01-01T00:00:00.000Z' }),
  ]);
  // As the desk of a masked profile shares it, and as a desk that shares whole has the same customer.
  await appendNext(desk, noted(3), (seq) => [
    rowOf('MASKED-1', 'accepted', seq, { customer: share('Аскаров Ж') }),
    rowOf('MASKED-2', 'accepted', seq + 1, { customer: share('Ли') }),
    rowOf('MASKED-3', 'accepted', seq + 2, { customer: 'Аскаров Ж.' }),
  ]);
  const lead = await team.join({ isReader: true });
  const partly = await team.join({ isReader: true, merchants: [elsewhere] });
  const none = await team.join({ isReader: true, merchants: [] });
  const orders = (found: readonly { readonly order_id: string }[]): readonly string[] =>
    found.map(({ order_id: id }) => id);
  const find = async (by: typeof lead, part: string): Promise<readonly string[]> =>
    orders(value(await by.calls.search(part, share(part), EVERYTHING, 10)));
  check('lost', 'a whole order id', await find(lead, 'READ-2'), ['READ-2']);
  check('lost', 'a part, newest first, whatever the clock said', await find(lead, 'read-'), [
    'READ-3',
    'READ-2',
    'READ-100%_1',
    'READ-4',
  ]);
  check('lost', 'a customer in small letters', await find(lead, 'иванова'), ['READ-100%_1']);
  check(
    'misclassified',
    'signs of LIKE are signs',
    [await find(lead, '0%_'), await find(lead, '1%1'), await find(lead, 'D_1')],
    [['READ-100%_1'], [], []],
  );
  check('misclassified', 'two characters find nothing', await find(lead, 're'), []);
  check(
    'lost',
    'a whole customer finds masked ones too, and a part only the others',
    [
      (await find(lead, 'Аскаров Ж')).toSorted(),
      await find(lead, 'аскаров'),
      await find(lead, 'Ли'),
      await find(lead, (share('Ли') ?? '').slice(12, 20)),
    ],
    [['MASKED-1', 'MASKED-3'], ['MASKED-3'], ['MASKED-2'], []],
  );
  check(
    'misclassified',
    'a login sees its merchants',
    [await find(partly, 'read-'), await find(none, 'read-')],
    [['READ-2'], []],
  );
  const [all, some] = [
    value(await lead.calls.changes([], 500)),
    value(await partly.calls.changes([], 500)),
  ];
  const own = all.filter(({ desk_id: id }) => id === desk.deskId);
  check('lost', 'the cursor begins with everything', [own.length, some.length], [7, 1]);
  const last = own.at(-1);
  const cursor = [{ deskId: desk.deskId, stream: 1, seq: last?.last_seq ?? 0 }];
  check(
    'doubled',
    'and goes on after it',
    value(await lead.calls.changes(cursor, 500)).filter(({ desk_id: id }) => id === desk.deskId)
      .length,
    0,
  );
  await appendNext(desk, noted(1), (seq) => [rowOf('READ-5', 'sending', seq)]);
  check(
    'lost',
    'with what is new',
    orders(
      value(await lead.calls.changes(cursor, 500)).filter(({ desk_id: id }) => id === desk.deskId),
    ),
    ['READ-5'],
  );
}

/** A desk that shares nothing else of a request still says whether its unknown is open. */
async function closedUnknowns(team: Team): Promise<void> {
  const { check } = team;
  const merchant = randomUUID();
  const of = { merchant, customer: null, cents: null, currency: null };
  const desk = await team.join();
  const lead = await team.join({ isReader: true, merchants: [merchant] });
  const open = rowOf('OPEN-1', 'unknown', 1, of);
  await appendNext(desk, noted(3), (seq) => [
    { ...open, lastSeq: seq },
    rowOf('OPEN-2', 'unknown', seq + 1, { ...of, resolution: 'absent', closes: true }),
    rowOf('OPEN-3', 'accepted', seq + 2, of),
  ]);
  const unknowns = async (): Promise<readonly string[]> =>
    value(await lead.calls.page({ ...EVERYTHING, outcome: 'unknown' }, 10))
      .map(({ order_id: id, resolution }) => `${id} ${resolution}`)
      .toSorted();
  check('lost', 'an unknown is open or closed', await unknowns(), ['OPEN-1 null', 'OPEN-2 absent']);
  await appendNext(desk, noted(1), (seq) => [{ ...open, lastSeq: seq, resolution: 'found' }]);
  check('lost', 'closed later', await unknowns(), ['OPEN-1 found', 'OPEN-2 absent']);
  const found = value(await lead.calls.search('OPEN-', null, EVERYTHING, 10));
  check(
    'misclassified',
    'a search says how it was closed',
    found.map(({ order_id: id, resolution }) => `${id} ${resolution}`).toSorted(),
    ['OPEN-1 found', 'OPEN-2 absent', 'OPEN-3 null'],
  );
}

/** A desk can lie about its own rows, not about its events: verify finds it, rebuild writes the truth. */
async function poisonedRows(team: Team): Promise<void> {
  const { check, admin } = team;
  const desk = await team.join();
  const dir = await filledLog('Q');
  try {
    await sendLog(desk, dir);
    const head = value(await desk.calls.standing()).head_seq;
    const db = openForReading(logPathsOf(dir).file);
    const { rows } = readTeamBatch(createStore(db), 0, 500, () => 'whole');
    db.close();
    const lies = rows.slice(0, 3).map((row, place) => ({
      ...row,
      ...[{ cents: 1 }, { document: '{"broken' }, { resolution: 'found' }][place],
    }));
    const invented = rowOf('Q-invented', 'accepted', head);
    const told = value(
      await desk.calls.append({ stream: 1, logSeq: head, events: [], rows: [...lies, invented] }),
    );
    check(
      'misclassified',
      'lies are taken, for the server does not project',
      told.outcome,
      'appended',
    );
    const wrong = async (): Promise<readonly string[] | undefined> =>
      (await admin(verifyTeam))
        .find(({ login }) => login === desk.invitation.login)
        ?.wrongRows.toSorted();
    const expected = [...lies, invented].map(({ intentId }) => intentId).toSorted();
    check('misclassified', 'verify names each of them', await wrong(), expected);
    await admin(rebuildRows);
    check('lost', 'after rebuild every row is what its events say', await wrong(), []);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function erasing(team: Team): Promise<void> {
  const { check, admin } = team;
  const desk = await team.join();
  const events = chained([
    ...noted(3, 'secret'),
    { kind: 'requisites_erased', body: {} },
    ...noted(1),
  ]);
  const send = async (from: number, to: number, erased: readonly number[]): Promise<string> =>
    value(
      await desk.calls.append({
        stream: 1,
        logSeq: to,
        erased,
        events: events.slice(from, to),
        rows: [],
      }),
    ).outcome;
  const whole = async (): Promise<unknown> =>
    admin((session) =>
      session.query(
        `SELECT array_agg(seq::int ORDER BY seq) AS seqs FROM team.event
          WHERE desk_id = $1 AND (body IS NOT NULL OR salt IS NOT NULL)`,
        [desk.deskId],
      ),
    );
  await send(0, 3, [1, 2]);
  check('misclassified', 'without an event that names them no body goes', await whole(), [
    { seqs: [1, 2, 3] },
  ]);
  await send(3, 5, [1, 2, 5]);
  check('lost', 'bodies that the desk erased go with their salts; others stay', await whole(), [
    { seqs: [3, 4, 5] },
  ]);
  const report = (await admin(verifyTeam)).find(({ login }) => login === desk.invitation.login);
  check('misclassified', 'and the chain still holds', report?.brokenAt, null);
}

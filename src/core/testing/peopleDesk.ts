import {
  CONTRACT,
  type OperationInput,
  type OperationOutput,
  type OperationName,
} from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Role } from '#shared/domain/permission.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Imports } from '../importing/imports.ts';
import type { Caller, Vault } from '../ports.ts';
import { createTestKeychain } from './keychain.ts';
import { LOG_WORKER } from './log.ts';
import { type OpenedDesk, openedDesk } from './openedDesk.ts';

/** A desk's own cost is half a second for each PIN. */
const CHEAP = { N: 2, r: 1, p: 1 };
export const BOSS_PIN = '240611';

export type Page = {
  readonly caller: Caller;
  readonly call: <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
  ) => Promise<Result<OperationOutput<N>, Failure>>;
  /** Throws where it is refused. */
  readonly ask: <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
  ) => Promise<OperationOutput<N>>;
  /** `ok`, or the code it was refused with. */
  readonly code: <N extends OperationName>(name: N, input: OperationInput<N>) => Promise<string>;
};

export type PeopleDesk = OpenedDesk & {
  readonly page: (id: string) => Page;
  /** The first person, signed in at page `boss`. */
  readonly begin: (name?: string) => Promise<Begun>;
  readonly passMs: (ms: number) => void;
};
export type Begun = {
  readonly boss: Page;
  readonly bossId: string;
  /** The Supervisor code. */
  readonly code: string;
  /** Adds a person and returns the id. */
  readonly add: (name: string, role: Role, pin?: string) => Promise<string>;
  /** A page at which a fresh person of this role is signed in. */
  readonly as: (role: Role) => Promise<Page & { readonly personId: string }>;
};

/** A desk whose monotonic clock stands until a test moves it. */
export async function openPeopleDesk(options: {
  readonly dataDir: string;
  readonly baseUrl?: string;
  readonly keychain?: Vault;
  readonly imports?: Imports;
}): Promise<PeopleDesk> {
  const { dataDir, baseUrl = 'http://127.0.0.1:9', keychain = createTestKeychain() } = options;
  let nowMs = 1_000_000;
  const more = { pinCost: CHEAP, monotonicMs: () => nowMs };
  const none = (): readonly string[] => [];
  const opened = await openedDesk(
    dataDir,
    baseUrl,
    keychain,
    none,
    LOG_WORKER,
    options.imports,
    more,
  );
  const page = (id: string): Page => pageOf(opened, id);
  return {
    ...opened,
    page,
    begin: (name = 'Boss') => begin(page, name),
    passMs(ms) {
      nowMs += ms;
    },
  };
}

function pageOf({ services }: OpenedDesk, pageId: string): Page {
  const caller: Caller = { kind: 'page', pageId };
  const call: Page['call'] = async (name, input) => {
    const reply = await services.dispatch(caller, name, input);
    return reply.ok ? ok(CONTRACT[name].output.parse(reply.value)) : reply;
  };
  return {
    caller,
    call,
    async ask(name, input) {
      const reply = await call(name, input);
      if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
      return reply.value;
    },
    async code(name, input) {
      const reply = await call(name, input);
      return reply.ok ? 'ok' : reply.error.code;
    },
  };
}

async function begin(page: PeopleDesk['page'], name: string): Promise<Begun> {
  const boss = page('boss');
  const { confirmId, code } = await boss.ask('people.begin', { name, pin: BOSS_PIN });
  const { person } = await boss.ask('people.confirmCode', { confirmId, code });
  const add: Begun['add'] = async (added, role, pin = BOSS_PIN) => {
    const people = await boss.ask('people.add', { name: added, role, pin });
    return people.at(-1)?.personId ?? '';
  };
  let count = 0;
  return {
    boss,
    bossId: person?.personId ?? '',
    code,
    add,
    async as(role) {
      count += 1;
      const personId = await add(`${role} ${count}`, role);
      const own = page(`page of ${role} ${count}`);
      await own.ask('people.signIn', { personId, pin: BOSS_PIN });
      return { ...own, personId };
    },
  };
}

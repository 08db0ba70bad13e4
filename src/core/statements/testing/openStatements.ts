import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { STATEMENT_OPERATIONS } from '#shared/contract/statement.ts';
import {
  CONTRACT,
  type OperationInput,
  type OperationOutput,
} from '#shared/contract/operations.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { DETECT_ALL } from '#shared/domain/importing.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Statement, StatedCoverage } from '#shared/domain/statement.ts';

import { createJsonFiles } from '../../files/jsonFile.ts';
import { type Importer, createImporter } from '../../importing/importer.ts';
import {
  createRememberedMappings,
  createRememberedStatements,
} from '../../importing/rememberedMappings.ts';
import type { Clock } from '../../ports.ts';
import type { Actor } from '../../people/people.ts';
import { ACTOR, chance, profileOf } from '../../testing/builders.ts';
import { LOG_WORKER } from '../../testing/log.ts';
import { type StatementOperationDeps, statementOperations } from '../operations.ts';
import type { LogPort } from '../../log/openLog.ts';
import type { Operations } from '../../dispatch.ts';

type Name = keyof typeof STATEMENT_OPERATIONS;

type Recorded = Promise<Result<Statement, Failure>>;

/** The operations of statements over the real log and the importer's real thread, with input and output held against the contract. */
export function openStatements(options: {
  readonly dataDir: string;
  readonly log: LogPort;
  readonly clock: Clock;
  readonly onEvent?: (event: DeskEvent) => void;
  readonly byKind?: StatementOperationDeps['guard']['byKind'];
}) {
  const { dataDir, log, clock, onEvent, byKind = async () => ok(undefined) } = options;
  const profile = profileOf();
  const events: DeskEvent[] = [];
  const emit = (event: DeskEvent): void => {
    events.push(event);
    onEvent?.(event);
  };
  const importer = openImporter(options, emit);
  const deps: StatementOperationDeps = {
    log,
    clock,
    chance,
    importer,
    profiles: { find: () => ok(profile), list: () => [profile] },
    events: { emit },
    exportFolder: { current: () => join(dataDir, 'exports') },
    stop: new AbortController().signal,
    sandbox: { statement: async () => '' },
    guard: {
      hasRules: () => true,
      byKind,
      byReasons: async () => ok(undefined),
    },
  };
  const operations = { ...statementOperations(deps), 'statement.list': log['statement.list'] };

  const { call, ask } = callsOf(operations);
  /** Sends, reads and checks a file. */
  async function check(content: string, timeZone = 'UTC', choices = DETECT_ALL) {
    const importId = randomUUID();
    const bytes = Buffer.from(content);
    const source = { kind: 'file' as const, name: 'statement.csv', bytes: bytes.length };
    await importer.begin({ importId, profileId: profile.id, flow: null, source }, ACTOR);
    await importer.add({ importId, base64: bytes.toString('base64') }, ACTOR);
    const reading = await ask('statement.read', { importId, choices });
    const how = { mapping: reading.mapping, timeZone };
    const checked = await ask('statement.check', { importId, ...how });
    return { importId, reading, checked };
  }
  return {
    call,
    ask,
    events,
    check,
    async record(content: string, stated: StatedCoverage, again = false): Recorded {
      const { importId, checked } = await check(content, stated.timeZone);
      const ids = { importId, statementId: randomUUID() };
      return call('statement.record', { ...ids, digest: checked.digest, stated, again });
    },
    end: importer.end,
  };
}

function openImporter(
  options: { readonly dataDir: string; readonly log: LogPort; readonly clock: Clock },
  emit: (event: DeskEvent) => void,
): Importer {
  const { dataDir, clock } = options;
  const files = createJsonFiles(clock.now(), () => undefined);
  return createImporter({
    ...options,
    events: { emit },
    limits: { read: async () => ({ snapshot: null, change: null, problem: null }) },
    findInUse: () => ok(profileOf()),
    mappings: createRememberedMappings({ dataDir, files }),
    statementMappings: createRememberedStatements({ dataDir, files }),
    logWorkerUrl: LOG_WORKER,
  });
}

function callsOf(operations: Pick<Operations, Name>) {
  async function call<N extends Name>(
    name: N,
    input: OperationInput<N>,
    actor: Actor = ACTOR,
  ): Promise<Result<OperationOutput<N>, Failure>> {
    const run: (
      input: OperationInput<N>,
      actor: Actor,
    ) => Promise<Result<OperationOutput<N>, Failure>> = operations[name];
    const answer = await run(CONTRACT[name].input.parse(input), actor);
    return answer.ok ? ok(CONTRACT[name].output.parse(answer.value)) : answer;
  }
  async function ask<N extends Name>(name: N, input: OperationInput<N>) {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    return answer.value;
  }
  return { call, ask };
}

import { join } from 'node:path';
import process from 'node:process';

import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import { createDeskEvents } from './deskEvents.ts';
import { createIssueDeposit } from './deposits/issueDeposit.ts';
import { recoverInterrupted } from './deposits/recoverInterrupted.ts';
import { createSendDeposit } from './deposits/sendDeposit.ts';
import { createSettler } from './deposits/settle.ts';
import { type Dispatch, createDispatch } from './dispatch.ts';
import { createHandlers } from './handlers.ts';
import { createLimitsService } from './limits/service.ts';
import { openSqliteLog } from './log/sqliteLog.ts';
import type { LogPort } from './log/port.ts';
import type { Chance, Clock, CorePorts, Reply, Services } from './ports.ts';
import { createProfiles } from './profiles/profiles.ts';
import { createConnect } from './provider/connect.ts';
import { type Redactor, createRedactor } from './redact.ts';
import { createSettings } from './settings/settings.ts';
import { createMemoryVault } from './vault/memory.ts';
import { createSecrets } from './vault/secrets.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const ANSWER_DEADLINE_MS = 90_000;
/** For connecting and for answering, each. */
const LIMITS_TIMEOUT_MS = 5000;

/** The composition root: ports in, services out, in the order in which they need each other. */
export async function createServices(ports: CorePorts): Promise<Services> {
  const { dataDir, host, clock, chance, osAccount } = ports;
  const redactor = createRedactor();
  const { report, onBug } = toStandardError(redactor);
  const userAgent = `DepositDesk/${ports.appVersion}`;

  const profiles = createProfiles({ dataDir, sandbox: ports.sandbox, clock, chance, report });
  const settings = createSettings({ ...ports, profiles, report });
  const secrets = createSecrets(createMemoryVault(), ports.keychain, redactor);
  await secrets.write(profiles.sandbox, ports.sandbox.secret);

  const events = createDeskEvents(onBug);
  const log = await openLog(join(dataDir, 'log.sqlite'), clock, chance);
  const stop = new AbortController();
  const shared = {
    log,
    connect: createConnect(),
    redactor,
    events,
    userAgent,
    clock,
    chance,
    onBug,
  };
  const limits = createLimitsService({ ...shared, timeoutMs: LIMITS_TIMEOUT_MS });
  const settler = createSettler(log, events, clock);
  const send = createSendDeposit({
    ...shared,
    secrets,
    limits,
    settler,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    answerDeadlineMs: ANSWER_DEADLINE_MS,
    stop: stop.signal,
  });
  const isLiveAllowed = host.live;
  const issueDeposit = createIssueDeposit({ ...shared, limits, send, settler, isLiveAllowed });
  const handlers = createHandlers({
    ...shared,
    info: { version: ports.appVersion, host, dataDir },
    operator: () => ({ account: osAccount, name: settings.get().operatorName }),
    profiles,
    settings,
    secrets,
    limits,
    issueDeposit,
  });
  const calls = createCalls(createDispatch(handlers.map, redactor.text, onBug));

  return {
    dispatch: calls.dispatch,
    onEvent: events.onEvent,
    close: once(async () => {
      const ended = calls.end();
      stop.abort();
      limits.stop();
      await ended;
      await handlers.settled();
      await limits.close();
      await log.close();
    }),
  };
}

function toStandardError(redactor: Redactor): {
  readonly report: (line: string) => void;
  readonly onBug: (error: unknown) => void;
} {
  const report = (line: string): void => void process.stderr.write(`${redactor.text(line)}\n`);
  return {
    report,
    onBug: (error) =>
      report(error instanceof Error ? (error.stack ?? String(error)) : String(error)),
  };
}

async function openLog(file: string, clock: Clock, chance: Chance): Promise<LogPort> {
  const log = openSqliteLog(file, clock, chance);
  try {
    await recoverInterrupted(log);
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Lets calls in until the desk closes, and waits for those already in. */
function createCalls(dispatch: Dispatch): {
  readonly dispatch: Dispatch;
  readonly end: () => Promise<void>;
} {
  const running = new Set<Promise<Reply>>();
  let isClosing = false;
  return {
    async dispatch(name, input) {
      if (isClosing) return err(failure('internal', 'the desk is closing'));
      const call = dispatch(name, input);
      running.add(call);
      const reply = await call;
      running.delete(call);
      return reply;
    },
    async end() {
      isClosing = true;
      await Promise.all(running);
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}

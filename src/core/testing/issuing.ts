import { join } from 'node:path';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { createDeskEvents } from '../deskEvents.ts';
import { type IssueDeposit, createIssueDeposit } from '../deposits/issueDeposit.ts';
import { createSendDeposit } from '../deposits/sendDeposit.ts';
import { createSettler } from '../deposits/settle.ts';
import { createLimitsService } from '../limits/service.ts';
import type { LogPort } from '../log/port.ts';
import { openSqliteLog } from '../log/sqliteLog.ts';
import type { Vault } from '../ports.ts';
import { createConnect } from '../provider/connect.ts';
import { createRedactor } from '../redact.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createSecrets, type Secrets } from '../vault/secrets.ts';
import { chance, temporaryDir } from './builders.ts';

export type TestDesk = {
  readonly issue: IssueDeposit;
  readonly log: LogPort;
  readonly logFile: string;
  readonly secrets: Secrets;
  readonly events: readonly DeskEvent[];
  /** The outcomes told to the screen, in order. */
  readonly told: () => readonly DepositRequest['outcome'][];
  readonly stop: () => void;
  readonly close: () => Promise<void>;
};

type TestDeskOptions = {
  readonly keychain?: Vault;
  readonly isLiveAllowed?: boolean;
  readonly answerDeadlineMs?: number;
  readonly connectTimeoutMs?: number;
  /** Stands between the log and its users. */
  readonly wrapLog?: (log: LogPort) => LogPort;
};

/** The issuing half of createServices, with its deadlines in the test's hands. */
export function openTestDesk(options: TestDeskOptions = {}): TestDesk {
  const clock = { now: () => new Date() };
  const logFile = join(temporaryDir(), 'log.sqlite');
  const opened = openSqliteLog(logFile, clock, chance);
  const log = options.wrapLog?.(opened) ?? opened;
  const redactor = createRedactor();
  const keychain = options.keychain ?? { ...createMemoryVault(), store: 'keychain' };
  const secrets = createSecrets(createMemoryVault(), keychain, redactor);
  const events: DeskEvent[] = [];
  const onBug = (error: unknown): void => {
    throw error;
  };
  const hub = createDeskEvents(onBug);
  hub.onEvent((event) => events.push(event));
  const stop = new AbortController();
  const shared = {
    log,
    redactor,
    events: hub,
    connect: createConnect(),
    clock,
    chance,
    onBug,
    userAgent: 'DepositDesk/test',
  };
  const limits = createLimitsService({ ...shared, timeoutMs: 2000 });
  const settler = createSettler(log, hub, clock);
  const send = createSendDeposit({
    ...shared,
    secrets,
    limits,
    settler,
    connectTimeoutMs: options.connectTimeoutMs ?? 2000,
    answerDeadlineMs: options.answerDeadlineMs ?? 5000,
    stop: stop.signal,
  });
  const isLiveAllowed = options.isLiveAllowed ?? true;
  return {
    issue: createIssueDeposit({ ...shared, limits, send, settler, isLiveAllowed }),
    log,
    logFile,
    secrets,
    events,
    told: () =>
      events.flatMap((event) => (event.name === 'request.changed' ? [event.request.outcome] : [])),
    stop: () => stop.abort(),
    async close() {
      stop.abort();
      await limits.close();
      await opened.close();
    },
  };
}

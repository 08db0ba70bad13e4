import { join } from 'node:path';

import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import { createDeskEvents } from './deskEvents.ts';
import { createIssueDeposit } from './deposits/issueDeposit.ts';
import { recoverInterrupted } from './deposits/recoverInterrupted.ts';
import { createSendDeposit } from './deposits/sendDeposit.ts';
import { createSettler } from './deposits/settle.ts';
import { createDispatch } from './dispatch.ts';
import { createHandlers } from './handlers.ts';
import { createLimitsService } from './limits/service.ts';
import { openSqliteLog } from './log/sqliteLog.ts';
import type { CorePorts, Services } from './ports.ts';
import { SANDBOX_PROFILE_ID, createProfiles } from './profiles/profiles.ts';
import { createConnect } from './provider/connect.ts';
import { createRedactor } from './redact.ts';
import { createSettings } from './settings/settings.ts';
import { createMemoryVault } from './vault/memory.ts';
import { createSecrets } from './vault/secrets.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const ANSWER_DEADLINE_MS = 90_000;
const LIMITS_TIMEOUT_MS = 10_000;

/** The composition root: ports in, services out, in the order in which they need each other. */
export async function createServices(ports: CorePorts): Promise<Services> {
  const { dataDir, host, clock, chance, osAccount } = ports;
  const redactor = createRedactor();
  const report = (line: string): void => console.error(redactor.text(line));
  const onBug = (error: unknown): void =>
    report(error instanceof Error ? (error.stack ?? String(error)) : String(error));
  const userAgent = `DepositDesk/${ports.appVersion}`;

  const profiles = createProfiles({ dataDir, sandbox: ports.sandbox, clock, chance, report });
  const settings = createSettings({ ...ports, report });
  const secrets = createSecrets(createMemoryVault(), ports.keychain, redactor);
  const sandbox = profiles.find(SANDBOX_PROFILE_ID);
  if (sandbox.ok) await secrets.write(sandbox.value, ports.sandbox.secret);

  const events = createDeskEvents(onBug);
  const log = openSqliteLog(join(dataDir, 'log.sqlite'), clock, chance);
  await recoverInterrupted(log);

  const stop = new AbortController();
  const connect = createConnect();
  const shared = { log, connect, redactor, events, userAgent };
  const limits = createLimitsService({ ...shared, clock, chance, timeoutMs: LIMITS_TIMEOUT_MS });
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
  const issueDeposit = createIssueDeposit({
    log,
    limits,
    send,
    settler,
    events,
    clock,
    isLiveAllowed: host.live,
  });
  const handlers = createHandlers({
    info: { version: ports.appVersion, host, dataDir },
    operator: () => ({ account: osAccount, name: settings.get().operatorName }),
    profiles,
    settings,
    secrets,
    limits,
    log,
    issueDeposit,
    events,
    clock,
    onBug,
  });
  const dispatch = createDispatch(handlers.map, redactor.text, onBug);

  let closing: Promise<void> | null = null;
  const running = new Set<Promise<unknown>>();
  const close = async (): Promise<void> => {
    stop.abort();
    await limits.close();
    await Promise.allSettled(running);
    await handlers.settled();
    await limits.close();
    await log.close();
  };

  return {
    async dispatch(name, input) {
      if (closing !== null) return err(failure('internal', 'the desk is closing'));
      const call = dispatch(name, input);
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    onEvent: events.onEvent,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

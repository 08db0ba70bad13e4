import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { FormatOptions } from '#sandbox/format.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '#sandbox/server.ts';
import { writeStatement } from '#sandbox/statement.ts';

import { startAdminSandbox, withLimits } from './adminSandbox.ts';
import { withCompanions } from './companions.ts';
import { newSecret, readDialectFile, readHeaderSecrets, readPlanFile } from './cliFormat.ts';
import { type Options, USAGE, readOptions, readStatementOptions } from './cliOptions.ts';
import { type FaultySandbox, startFaultySandbox } from './faults/faultySandbox.ts';

const MINUTE_MS = 60_000;

/** The process that ends the sandbox waits five seconds at most. The ledger is whole at every moment, so nothing is lost by this. */
const CLOSE_LIMIT_MS = 4500;

/** Runs until it is told to end. Returns only where it could not start. */
async function run(options: Options): Promise<number> {
  const given = process.env['SANDBOX_SECRET'] ?? '';
  const givenToken = process.env['SANDBOX_ADMIN_TOKEN'] ?? '';
  const token = givenToken === '' && options.faults ? newWord() : givenToken;
  const { merchant, ledgerFile } = options;
  let secret = given;
  let sandbox: RunningSandbox | FaultySandbox;
  try {
    const dialect = await readDialectFile(options.dialectFile);
    const headerSecrets = readHeaderSecrets(process.env['SANDBOX_HEADER_SECRETS'] ?? '');
    if (secret === '') secret = newSecret(dialect);
    const merchants = [{ merchant, secret }];
    const callbackPlan = await readPlanFile(options.callbacksFile);
    const format = withCompanions({ merchants, dialect }, headerSecrets);
    sandbox = await start(options, { ...format, callbackPlan }, token);
  } catch (error) {
    process.stderr.write(`The sandbox could not start: ${describe(error)}\n`);
    return 1;
  }
  // Listened for before the ready line: a script that reads that line may end the sandbox at once.
  const asked = untilAsked();
  // Everything but the ready line goes to stderr, so that a script can wait for stdout's one line.
  process.stderr.write(`Merchant ${merchant}\nLedger   ${ledgerFile}\n`);
  if (given === '')
    process.stderr.write(`Secret   ${secret.trim()} (of this run; set SANDBOX_SECRET to choose)\n`);
  if (token !== givenToken)
    process.stderr.write(`Admin    ${token} (of this run; set SANDBOX_ADMIN_TOKEN to choose)\n`);
  if (sandbox.complaint !== null) process.stderr.write(`Ledger: ${sandbox.complaint}\n`);
  process.stdout.write(`Sandbox provider is ready at ${sandbox.origin}\n`);
  if ('faultPorts' in sandbox) {
    const tokenFrom = token === givenToken ? 'SANDBOX_ADMIN_TOKEN' : 'stderr';
    process.stdout.write(`${await describeFaults(sandbox, tokenFrom, ledgerFile)}\n`);
  }
  await asked;
  setTimeout(() => {
    process.stderr.write('The sandbox did not close in time and ends as it is.\n');
    process.exit(1);
  }, CLOSE_LIMIT_MS).unref();
  await sandbox.close();
  // A handle that is left must not keep a sandbox alive that has closed its ledger.
  process.exit(0);
}

function newWord(): string {
  return randomBytes(24).toString('base64url');
}

function start(
  options: Options,
  given: FormatOptions & Pick<SandboxOptions, 'callbackPlan'>,
  adminToken: string,
): Promise<RunningSandbox | FaultySandbox> {
  const { port, ledgerFile, limitsShape, accountUrl, validMinutes, faults } = options;
  const plain = {
    ...given,
    ...(limitsShape === null ? {} : { limitsShape }),
    ...(accountUrl === null ? {} : { callbackUrl: accountUrl }),
    ...(validMinutes === null ? {} : { validMs: validMinutes * MINUTE_MS }),
    port,
    ledgerFile,
  };
  if (faults) return startFaultySandbox({ ...plain, adminToken });
  if (adminToken === '') return startSandbox(withLimits(plain));
  return startAdminSandbox({ ...plain, adminToken });
}

/** One line of JSON. The test CA is a file because that is what NODE_EXTRA_CA_CERTS takes. */
async function describeFaults(
  { origin, faultPorts }: FaultySandbox,
  tokenFrom: string,
  ledgerFile: string,
): Promise<string> {
  const caFile = resolve(`${ledgerFile}.ca.pem`);
  await writeFile(caFile, faultPorts.caPem);
  return JSON.stringify({
    admin: { url: `${origin}/admin`, tokenFrom },
    caFile,
    ports: Object.fromEntries(faultPorts.urls),
  });
}

function untilAsked(): Promise<void> {
  return new Promise((asked) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        asked();
      });
    }
  });
}

function describe(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'the port is taken. Choose another with --port.';
  }
  return error instanceof Error ? error.message : String(error);
}

async function answer(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === 'statement') {
    const options = readStatementOptions(rest);
    if ('wrong' in options) return refuse(options.wrong);
    process.stdout.write(await writeStatement(options.ledgerFile, options.merchant));
    return 0;
  }
  const options = readOptions(args);
  if (options === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  return 'wrong' in options ? refuse(options.wrong) : run(options);
}

function refuse(wrong: string): number {
  process.stderr.write(`${wrong}${USAGE}`);
  return 2;
}

process.exitCode = await answer(process.argv.slice(2));

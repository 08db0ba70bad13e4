import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { newSecret, readDialectFile, readHeaderSecrets, readPlanFile } from './cliFormat.ts';
import { isUuid } from './fields.ts';
import { type FaultySandbox, startFaultySandbox } from './faults/faultySandbox.ts';
import type { FormatOptions } from './format.ts';
import { LIMITS_SHAPES, type LimitsShape, isLimitsShape } from './limitsShapes.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from './server.ts';

const DEFAULT_PORT = 8787;
const DEFAULT_LEDGER = join('.data', 'sandbox-ledger.jsonl');
const DEFAULT_MERCHANT = '11111111-2222-4333-8444-555555555555';

const MINUTE_MS = 60_000;

/** Whoever asked it to end waits five seconds at most. The ledger is whole at every moment, so nothing is lost by this. */
const CLOSE_LIMIT_MS = 4500;

const USAGE = `Usage: npm run sandbox -- [--port N] [--ledger FILE] [--merchant UUID]
                               [--dialect FILE] [--limits-shape NAME]
                               [--callbacks FILE] [--account-url URL] [--valid-minutes N] [--faults]

  --port N             port on 127.0.0.1, 0 for any free one (default ${DEFAULT_PORT})
  --ledger FILE        where accepted requests are kept (default ${DEFAULT_LEDGER})
  --merchant UUID      the merchant it knows (default ${DEFAULT_MERCHANT})
  --dialect FILE       the provider format it speaks: JSON, as the desk exports it
                       (default: HMAC-SHA-256 in X-Signature, JSON bodies, no envelope)
  --limits-shape NAME  how GET limit answers, in the units of the format; one of
                       ${shapesInLines().join('\n                       ')}
                       (default: the format's own mapping, or list)
  --callbacks FILE     what a merchant is told when a payer has acted: JSON, see the README
                       (default: paid, rejected, expired; again after 1, 5 and 30 s)
  --account-url URL    the address in the merchant's account: called back to where a
                       request names none (default: nowhere)
  --valid-minutes N    how long a payment page takes a payment (default 30)
  --faults             open a port for each connection fault, and print a second line:
                       their addresses as JSON. The test CA goes to FILE.ca.pem beside
                       the ledger
  --help               this text

The merchant's secret is read from the environment variable SANDBOX_SECRET; for RSA it is
a private or public key in PEM. Without it a new one is made and printed once. The values
of the format's secret headers are read from SANDBOX_HEADER_SECRETS, as JSON: name →
value. SANDBOX_ADMIN_TOKEN, at least 16 characters, opens /admin, where faults are set for
an order; --faults makes one up where there is none.
`;

function shapesInLines(): readonly string[] {
  const names = Object.keys(LIMITS_SHAPES);
  return [names.slice(0, 5), names.slice(5, 8), names.slice(8)].map((line) => line.join(', '));
}

type Options = {
  readonly port: number;
  readonly ledgerFile: string;
  readonly merchant: string;
  readonly dialectFile: string | null;
  readonly limitsShape: LimitsShape | null;
  readonly callbacksFile: string | null;
  readonly accountUrl: string | null;
  readonly validMinutes: number | null;
  readonly faults: boolean;
};

/** `wrong`: the flags make no sense; what is wrong with them, or nothing that the usage does not say. */
type Wrong = { readonly wrong: string };
const NO_SENSE: Wrong = { wrong: '' };

const TEXT = { type: 'string' } as const;
const FLAGS = {
  port: TEXT,
  ledger: TEXT,
  merchant: TEXT,
  dialect: TEXT,
  'limits-shape': TEXT,
  callbacks: TEXT,
  'account-url': TEXT,
  'valid-minutes': TEXT,
  faults: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Flags = {
  port?: string;
  ledger?: string;
  merchant?: string;
  dialect?: string;
  'limits-shape'?: string;
  callbacks?: string;
  'account-url'?: string;
  'valid-minutes'?: string;
  faults?: boolean;
  help?: boolean;
};

function readOptions(args: readonly string[]): Options | 'help' | Wrong {
  let values: Flags;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: FLAGS,
    }));
  } catch {
    return NO_SENSE;
  }
  if (values.help === true) return 'help';
  const {
    port = String(DEFAULT_PORT),
    ledger = DEFAULT_LEDGER,
    merchant = DEFAULT_MERCHANT,
    dialect: dialectFile = null,
    'limits-shape': shape = null,
    callbacks: callbacksFile = null,
    'account-url': accountUrl = null,
    'valid-minutes': minutes = null,
    faults = false,
  } = values;
  const portNumber = /^[0-9]{1,5}$/u.test(port) ? Number(port) : Infinity;
  if (portNumber > 65_535 || ledger === '' || dialectFile === '' || !isUuid(merchant)) {
    return NO_SENSE;
  }
  if (callbacksFile === '' || (accountUrl !== null && !URL.canParse(accountUrl))) return NO_SENSE;
  if (minutes !== null && !/^[1-9][0-9]{0,5}$/u.test(minutes)) return NO_SENSE;
  if (shape !== null && !isLimitsShape(shape)) {
    return { wrong: `--limits-shape: there is no shape called ${shape}\n\n` };
  }
  return {
    port: portNumber,
    ledgerFile: ledger,
    merchant,
    dialectFile,
    limitsShape: shape,
    callbacksFile,
    accountUrl,
    validMinutes: minutes === null ? null : Number(minutes),
    faults,
  };
}

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
    const format = { merchants, dialect, headerSecrets };
    sandbox = await start(options, { ...format, callbackPlan }, token);
  } catch (error) {
    process.stderr.write(`The sandbox could not start: ${describe(error)}\n`);
    return 1;
  }
  // Listened for before the ready line: whoever reads that line may end us at once.
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
  // Whatever handle might be left must not keep a sandbox alive that has closed its ledger.
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
  return startSandbox(adminToken === '' ? plain : { ...plain, adminToken });
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

const options = readOptions(process.argv.slice(2));
if (options === 'help') {
  process.stdout.write(USAGE);
} else if ('wrong' in options) {
  process.stderr.write(`${options.wrong}${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(options);
}

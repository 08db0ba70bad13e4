import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { isUuid } from './fields.ts';
import { type FaultySandbox, startFaultySandbox } from './faults/faultySandbox.ts';
import { type RunningSandbox, startSandbox } from './server.ts';

const DEFAULT_PORT = 8787;
const DEFAULT_LEDGER = join('.data', 'sandbox-ledger.jsonl');
const DEFAULT_MERCHANT = '11111111-2222-4333-8444-555555555555';

/** Whoever asked it to end waits five seconds at most. The ledger is whole at every moment, so nothing is lost by this. */
const CLOSE_LIMIT_MS = 4500;

const USAGE = `Usage: npm run sandbox -- [--port N] [--ledger FILE] [--merchant UUID] [--faults]

  --port N         port on 127.0.0.1, 0 for any free one (default ${DEFAULT_PORT})
  --ledger FILE    where accepted requests are kept (default ${DEFAULT_LEDGER})
  --merchant UUID  the merchant it knows (default ${DEFAULT_MERCHANT})
  --faults         open a port for each connection fault, and print a second line: their
                   addresses as JSON. The test CA goes to FILE.ca.pem beside the ledger
  --help           this text

The merchant's secret is read from the environment variable SANDBOX_SECRET. Without it
a new one is made and printed once. SANDBOX_ADMIN_TOKEN, at least 16 characters, opens
/admin, where faults are set for an order; --faults makes one up where there is none.
`;

type Options = {
  readonly port: number;
  readonly ledgerFile: string;
  readonly merchant: string;
  readonly faults: boolean;
};

/** null: the flags make no sense. */
function readOptions(args: readonly string[]): Options | 'help' | null {
  let values: {
    port?: string;
    ledger?: string;
    merchant?: string;
    faults?: boolean;
    help?: boolean;
  };
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        ledger: { type: 'string' },
        merchant: { type: 'string' },
        faults: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }));
  } catch {
    return null;
  }
  if (values.help === true) return 'help';
  const {
    port = String(DEFAULT_PORT),
    ledger = DEFAULT_LEDGER,
    merchant = DEFAULT_MERCHANT,
    faults = false,
  } = values;
  const portNumber = /^[0-9]{1,5}$/u.test(port) ? Number(port) : Infinity;
  if (portNumber > 65_535 || ledger === '' || !isUuid(merchant)) return null;
  return { port: portNumber, ledgerFile: ledger, merchant, faults };
}

/** Runs until it is told to end. Returns only where it could not start. */
async function run(options: Options): Promise<number> {
  const given = process.env['SANDBOX_SECRET'] ?? '';
  const secret = given === '' ? newWord() : given;
  const givenToken = process.env['SANDBOX_ADMIN_TOKEN'] ?? '';
  const token = givenToken === '' && options.faults ? newWord() : givenToken;
  const { merchant, ledgerFile } = options;
  let sandbox: RunningSandbox | FaultySandbox;
  try {
    sandbox = await start(options, secret, token);
  } catch (error) {
    process.stderr.write(`The sandbox could not start: ${describe(error)}\n`);
    return 1;
  }
  // Listened for before the ready line: whoever reads that line may end us at once.
  const asked = untilAsked();
  // Everything but the ready line goes to stderr, so that a script can wait for stdout's one line.
  process.stderr.write(`Merchant ${merchant}\nLedger   ${ledgerFile}\n`);
  if (given === '')
    process.stderr.write(`Secret   ${secret} (of this run; set SANDBOX_SECRET to choose)\n`);
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
  secret: string,
  adminToken: string,
): Promise<RunningSandbox | FaultySandbox> {
  const { port, ledgerFile, merchant } = options;
  const plain = { port, ledgerFile, merchants: [{ merchant, secret }] };
  if (options.faults) return startFaultySandbox({ ...plain, adminToken });
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
if (options === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else if (options === 'help') {
  process.stdout.write(USAGE);
} else {
  process.exitCode = await run(options);
}

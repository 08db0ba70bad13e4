import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { isUuid } from '#sandbox/fields.ts';

import { LIMITS_SHAPES, type LimitsShape, isLimitsShape } from './limits/shapes.ts';

const DEFAULT_PORT = 8787;
const DEFAULT_LEDGER = join('.data', 'sandbox-ledger.jsonl');
const DEFAULT_MERCHANT = '11111111-2222-4333-8444-555555555555';

export const USAGE = `Usage: npm run sandbox -- statement [--ledger FILE] [--merchant UUID]
       npm run sandbox -- [--port N] [--ledger FILE] [--merchant UUID]
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

"statement" prints the provider's own list of what is in the ledger, as CSV, and ends.

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

export type Options = {
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

export function readOptions(args: readonly string[]): Options | 'help' | Wrong {
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

type StatementOptions = Pick<Options, 'ledgerFile' | 'merchant'>;

/** What follows the word `statement`. */
export function readStatementOptions(args: readonly string[]): StatementOptions | Wrong {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: { ledger: TEXT, merchant: TEXT },
    });
    const { ledger: ledgerFile = DEFAULT_LEDGER, merchant = DEFAULT_MERCHANT } = values;
    return isUuid(merchant) && ledgerFile !== '' ? { ledgerFile, merchant } : NO_SENSE;
  } catch {
    return NO_SENSE;
  }
}

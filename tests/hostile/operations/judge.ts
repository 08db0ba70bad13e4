import { MAIN_ASKS } from '../../../src/main/ipcHost.ts';
import type { RowReport } from './report.ts';
import type { Row } from './rows.ts';
import type { OperationName } from '../../../src/shared/contract/operations.ts';

type Asked = { readonly host: string; readonly name: OperationName; readonly row: Row };
export const STAND_IN = 'Electron host (stand-in)';

export type Findings = {
  tried: number;
  /** Good calls, each of which was counted. */
  counted: number;
  readonly failures: string[];
};

/** What a refusal of each row may be called; a good call is whatever its handler makes of it. */
const REFUSALS: Readonly<Record<Exclude<Row, 'good'>, RegExp>> = {
  'no frame': /^not_authorised$/u,
  subframe: /^not_authorised$/u,
  'wrong scheme': /^not_authorised$/u,
  'wrong host': /^not_authorised$/u,
  'extra keys': /^invalid_input$/u,
  'wrong types': /^invalid_input$/u,
  // One who is told so while still sending may find the line cut before the answer is read.
  oversize: /^(?:(?:413 )?invalid_input|nobody answered)$/u,
  'after close': /^(?:internal|nobody answered)$/u,
};

/** What the application asks by itself is the page's in no row, and refused for that where nothing else is wrong. */
const NEVER = /^(?:not_authorised|invalid_input)$/u;

export function judge(findings: Findings, { host, name, row }: Asked, report: RowReport): void {
  const at = `${host}, ${name}, ${row}`;
  const isNever = host === STAND_IN && MAIN_ASKS.has(name);
  if (row === 'good' && !isNever) {
    // Without this the noughts would mean nothing.
    if (report.ran.length === 1) findings.counted += 1;
    else findings.failures.push(`${at}: its handler was not counted (${codesOf(report)})`);
    return;
  }
  findings.tried += report.tried;
  if (report.tried === 0 && row !== 'extra keys')
    findings.failures.push(`${at}: nothing was tried`);
  for (const what of report.ran) findings.failures.push(`${at}: a handler ran when ${what}`);
  const refusal = row === 'good' || (isNever && row !== 'after close') ? NEVER : REFUSALS[row];
  const others = Object.keys(report.codes).filter((code) => !refusal.test(code));
  if (others.length > 0) findings.failures.push(`${at}: answered with ${others.join(', ')}`);
}

function codesOf({ codes }: RowReport): string {
  return Object.keys(codes).join(', ');
}

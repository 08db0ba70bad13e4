import type { LedgerEntry } from './ledgerLine.ts';
export async function billImage(_entry: LedgerEntry): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(0);
}

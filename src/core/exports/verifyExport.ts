import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { type ExportProof, exportProofSchema } from '#shared/domain/logExport.ts';

import { exportInLog } from '../log/care/exportInLog.ts';
import { countRows } from './countRows.ts';

/** `holds`: the file is the one that was exported. `broken`: it is not. `unusable`: that cannot be told. */
export type ExportVerdict = {
  readonly verdict: 'holds' | 'broken' | 'unusable';
  readonly line: string;
};

/** Of a file and the proof beside it; with a log also that the rows came from it. */
export async function verifyExport(file: string, logFile: string | null): Promise<ExportVerdict> {
  try {
    const proof = await readProof(`${file}.proof`);
    const wrong =
      (await fileFault(file, proof)) ?? (logFile === null ? null : logFault(logFile, proof));
    if (wrong !== null) return { verdict: 'broken', line: `broken: ${wrong}` };
    const log = logFile === null ? '' : `, recorded in the log after event ${proof.chainHead.seq}`;
    const line = `holds: ${proof.rows} rows, ${proof.bytes} bytes, sha256 ${proof.sha256}, exported ${proof.exportedAt} by ${proof.operator}${log}`;
    return { verdict: 'holds', line };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { verdict: 'unusable', line: `cannot be checked: ${detail}` };
  }
}

async function readProof(path: string): Promise<ExportProof> {
  const text = await readFile(path, 'utf8');
  const proof = exportProofSchema.safeParse(jsonOf(text));
  if (!proof.success) throw new Error(`${path} is not the proof of an export`);
  return proof.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The digest alone would do; what else differs tells what happened. */
async function fileFault(file: string, proof: ExportProof): Promise<string | null> {
  const { size } = await stat(file);
  if (size !== proof.bytes) return `the file has ${size} bytes, the proof says ${proof.bytes}`;
  if ((await sha256Of(file)) !== proof.sha256) return 'the file is not the one that was exported';
  const rows = await countRows(file, proof.format);
  if (rows !== proof.rows) return `the file has ${rows} rows, the proof says ${proof.rows}`;
  if (basename(file) !== proof.file) return `the proof is of ${proof.file}`;
  return null;
}

function logFault(logFile: string, proof: ExportProof): string | null {
  const { chainHead, sha256, file, rows, requisites, operator } = proof;
  const { seq, hash } = chainHead;
  const there = exportInLog(logFile, seq, sha256);
  if (there.hash === null) return `event ${seq} is not in this log`;
  if (there.hash !== hash) return `event ${seq} of this log is another one`;
  if (there.recorded.length === 0) return 'this log knows of no export of this file';
  const isToldSo = there.recorded.some(
    (one) =>
      one.file === file &&
      one.rows === rows &&
      one.requisites === requisites &&
      one.operator.name === operator,
  );
  return isToldSo ? null : 'this log tells of this file otherwise than its proof';
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) if (Buffer.isBuffer(piece)) hash.update(piece);
  return hash.digest('hex');
}

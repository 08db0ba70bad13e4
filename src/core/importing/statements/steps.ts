import { hash } from 'node:crypto';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type {
  CurrentStatement,
  StatementCheck,
  StatementMapping,
  StatementReading,
  StatementRow,
} from '#shared/domain/statement.ts';

import type { Owner } from '../../people/owner.ts';
import {
  GONE,
  type Open,
  type PageOwner,
  type Parts,
  newestHere,
  ownImport,
} from '../openImport.ts';
import type { ReadStatement, StatementAsked } from './thread.ts';

/** What is known of a statement that is being imported. Its rows are in the importer's thread. */
export type OpenStatement = {
  readonly reading: StatementReading;
  checked: (StatementAsked & Pick<ReadStatement, 'rows'> & OfCheck) | null;
};

type OfCheck = Pick<StatementCheck, 'digest'>;

/** The rows of a statement as its last check read them, in pieces. */
export type ReadyStatement = OfCheck & {
  readonly profileId: ProfileId;
  /** Null: pasted rows. */
  readonly file: string | null;
  readonly sha256: string;
  readonly headers: readonly string[];
  readonly mapping: StatementMapping;
  readonly timeZone: string;
  readonly count: number;
  readonly read: (from: number, count: number) => Promise<Result<readonly StatementRow[], Failure>>;
};

export type StatementSteps = {
  readonly read: (
    input: OperationInput<'statement.read'>,
    by: Owner,
  ) => Promise<Result<StatementReading, Failure>>;
  readonly preview: (
    input: OperationInput<'statement.preview'>,
    by: Owner,
  ) => Promise<Result<readonly StatementRow[], Failure>>;
  /** Every row, with the SHA-256 of the file. */
  readonly check: (
    input: OperationInput<'statement.check'>,
    by: Owner,
  ) => Promise<Result<ReadStatement & OfCheck & { readonly sha256: string }, Failure>>;
  readonly current: (by: PageOwner) => CurrentStatement | null;
  readonly ready: (importId: string, by: Owner) => Result<ReadyStatement, Failure>;
};

/** Only what was begun as a statement is read as one. */
export function statementSteps(parts: Parts): StatementSteps {
  const { deps, calls } = parts;
  const statementOf = (importId: string, by: Owner) => ownStatement(parts, importId, by);
  return {
    async read({ importId, choices }, by) {
      const own = statementOf(importId, by);
      if (own === null) return GONE;
      own.choices = choices;
      own.statement = null;
      const read = await calls.ask('readStatement', importId, choices, own.bytes);
      if (!read.ok) return read;
      const mapping = deps.statementMappings.find(own.profileId, read.value.headers);
      const reading =
        mapping === null ? read.value : { ...read.value, mapping, isRemembered: true };
      own.statement = { reading, checked: null };
      return ok(reading);
    },
    async preview({ importId, mapping, timeZone }, by) {
      if (statementOf(importId, by) === null) return GONE;
      return calls.ask('statementPreview', importId, { mapping, timeZone });
    },
    async check({ importId, mapping, timeZone }, by) {
      const own = statementOf(importId, by);
      const statement = own?.statement ?? null;
      if (own === null || statement === null) return GONE;
      statement.checked = null;
      const checked = await calls.ask('statementCheck', importId, { mapping, timeZone });
      if (!checked.ok) return checked;
      const { headers, sha256 } = statement.reading;
      const { profileId, choices } = own;
      const shown = JSON.stringify([profileId, sha256, choices, mapping, timeZone]);
      const digest = hash('sha256', shown, 'hex');
      statement.checked = { mapping, timeZone, rows: checked.value.rows, digest };
      deps.statementMappings.remember(profileId, headers, mapping);
      return ok({ ...checked.value, sha256, digest });
    },
    current: (by) => currentStatement(parts, by),
    ready(importId, by) {
      const own = statementOf(importId, by);
      const { reading, checked = null } = own?.statement ?? {};
      if (own === null || reading === undefined || checked === null) return GONE;
      const { profileId, file } = own;
      const { sha256, headers } = reading;
      const { mapping, timeZone, rows: count, digest } = checked;
      return ok({
        profileId,
        file,
        sha256,
        headers,
        mapping,
        timeZone,
        digest,
        count,
        read: (from, most) => calls.ask('statementRows', importId, from, most),
      });
    },
  };
}

function ownStatement(parts: Parts, importId: string, by: Owner): Open | null {
  const own = ownImport(parts, importId, by);
  return own?.flow === null ? own : null;
}

/** The newest statement that was begun at the page and has been read. */
function currentStatement(parts: Parts, by: PageOwner): CurrentStatement | null {
  const found = newestHere(parts, by, (one) => one.statement !== null);
  if (found === null) return null;
  const [importId, { profileId, file, choices, statement }] = found;
  if (statement === null) return null;
  const { reading, checked } = statement;
  const { mapping, timeZone } = checked ?? { mapping: reading.mapping, timeZone: null };
  return { importId, profileId, file, choices, reading, mapping, timeZone };
}

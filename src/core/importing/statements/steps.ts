import type { OperationInput } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type { StatementMapping, StatementReading, StatementRow } from '#shared/domain/statement.ts';

import { GONE, type Open, type Parts } from '../openImport.ts';
import type { ReadStatement, StatementAsked } from './thread.ts';

/** What is known of a statement that is being imported. Its rows are in the importer's thread. */
export type OpenStatement = {
  readonly reading: StatementReading;
  checked: (StatementAsked & ReadStatement) | null;
};

/** The rows of a statement as its last check read them, in pieces. */
export type ReadyStatement = {
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
  ) => Promise<Result<StatementReading, Failure>>;
  readonly preview: (
    input: OperationInput<'statement.preview'>,
  ) => Promise<Result<readonly StatementRow[], Failure>>;
  /** Every row, with the SHA-256 of the file. */
  readonly check: (
    input: OperationInput<'statement.check'>,
  ) => Promise<Result<ReadStatement & { readonly sha256: string }, Failure>>;
  readonly ready: (importId: string) => Result<ReadyStatement, Failure>;
};

/** Only what was begun as a statement is read as one. */
export function statementSteps({ deps, calls, open }: Parts): StatementSteps {
  const statementOf = (importId: string): Open | null => {
    const own = open.get(importId);
    return own?.flow === null ? own : null;
  };
  return {
    async read({ importId, choices }) {
      const own = statementOf(importId);
      if (own === null) return GONE;
      own.statement = null;
      const read = await calls.ask('readStatement', importId, choices, own.bytes);
      if (!read.ok) return read;
      const mapping = deps.statementMappings.find(own.profileId, read.value.headers);
      const reading =
        mapping === null ? read.value : { ...read.value, mapping, isRemembered: true };
      own.statement = { reading, checked: null };
      return ok(reading);
    },
    async preview({ importId, mapping, timeZone }) {
      if (statementOf(importId) === null) return GONE;
      return calls.ask('statementPreview', importId, { mapping, timeZone });
    },
    async check({ importId, mapping, timeZone }) {
      const { statement = null, profileId } = statementOf(importId) ?? { profileId: null };
      if (statement === null || profileId === null) return GONE;
      statement.checked = null;
      const checked = await calls.ask('statementCheck', importId, { mapping, timeZone });
      if (!checked.ok) return checked;
      statement.checked = { mapping, timeZone, ...checked.value };
      const { headers, sha256 } = statement.reading;
      deps.statementMappings.remember(profileId, headers, mapping);
      return ok({ ...checked.value, sha256 });
    },
    ready(importId) {
      const own = statementOf(importId);
      const { reading, checked = null } = own?.statement ?? {};
      if (own === null || reading === undefined || checked === null) return GONE;
      const { profileId, file } = own;
      const { sha256, headers } = reading;
      const { mapping, timeZone, rows: count } = checked;
      return ok({
        profileId,
        file,
        sha256,
        headers,
        mapping,
        timeZone,
        count,
        read: (from, most) => calls.ask('statementRows', importId, from, most),
      });
    },
  };
}

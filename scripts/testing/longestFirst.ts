import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A clean clone knows nothing of earlier runs, and vitest then goes by the size of the files: these would begin among the last,
 * one of them alone at the end. A name that is gone from here or from the tests costs time and nothing else.
 */
const LONGEST = [
  'src/core/protection/switchFiles.test.ts',
  'src/core/log/care/erasedLog.test.ts',
  'tests/contract/contract.test.ts',
  'tests/contract/secrets.test.ts',
  'tests/contract/log.test.ts',
  'src/core/issuing/operations.test.ts',
  'tests/contract/start.test.ts',
  'src/core/createServices.test.ts',
  'src/core/issuing/issueDeposit.test.ts',
  'src/core/search/index.test.ts',
  'src/core/log/writes/callbacks.test.ts',
  'src/core/log/openLog.test.ts',
  'src/core/log/care/damage.test.ts',
  'tests/provider/cli.test.ts',
  'src/core/log/operations.test.ts',
  'src/core/callbacks/callbacks.test.ts',
  'src/core/log/care/backupLine.test.ts',
  'src/core/log/store/erasing.test.ts',
  'src/core/importing/reading/xlsx.test.ts',
  'src/core/log/care/tamper.test.ts',
  'src/core/log/store/rebuild.test.ts',
  'tests/durability/fsync.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return rank === -1 ? LONGEST.length : rank;
    };
    return files.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

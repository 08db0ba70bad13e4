import type { Migration } from '../migration.ts';

/** A callback that was read again stands beside the one it came with, and is found by it. */
export const replays: Migration = {
  version: 4,
  sql: `
    ALTER TABLE callback ADD COLUMN replay_of INTEGER REFERENCES callback (seq);
    CREATE INDEX callback_replays ON callback (replay_of, seq) WHERE replay_of IS NOT NULL;
  `,
};

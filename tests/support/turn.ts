import { spawnSync } from 'node:child_process';

/**
 * Whose turn it is on this landing, of what a landing does only a part of: 0 … turns − 1. It follows from the commit, so every run of
 * one commit tries the same, and the commits after it try the rest. `DESK_TURN` sets it, to repeat what another commit has tried.
 */
export function turnOf(turns: number): number {
  const given = process.env['DESK_TURN'];
  return Number(given ?? ofCommit()) % turns;
}

/** Programs that are started by others get the number of the first one. */
function ofCommit(): number {
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname });
  const hash = /^[0-9a-f]{8}/u.exec(head.stdout?.toString() ?? '')?.[0];
  // A copy without its history still takes turns, by the day.
  const turn = hash === undefined ? Math.floor(Date.now() / 86_400_000) : Number.parseInt(hash, 16);
  process.env['DESK_TURN'] = String(turn);
  return turn;
}

/** Every pair of both is met once in `turns` landings, and each landing has as many of one place as of another. */
export function isTurn(place: number, turns: number): boolean {
  return (place + turnOf(turns)) % turns === 0;
}

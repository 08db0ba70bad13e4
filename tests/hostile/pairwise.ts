import { isTurn, turnOf } from '../support/turn.ts';

/**
 * On a landing a fifth of the links and payloads is tried, by the commit's turn: the next commits try the others, and `test:full` all.
 * An odd number, so that each fifth meets both hosts.
 */
export const TURNS = 5;

export function isTried(at: number): boolean {
  return isTurn(at, TURNS);
}

/** For what a part leaves: which fifth it was, and how to try the same again. */
export function turnTold(): string {
  return `fifth ${turnOf(TURNS) + 1} of ${TURNS}, DESK_TURN=${process.env['DESK_TURN'] ?? ''}`;
}

/**
 * Which of the two hosts (0 or 1) meets a value of one dimension together with a value of another. Hosts alternate from value to
 * value in both, so every two values of any two of the three dimensions meet: each pair of the first two on one host, and each
 * value of either on both hosts, where the other has two values or more.
 */
export function isMetOn(host: number, one: number, other: number): boolean {
  return (one + other + host) % 2 === 0;
}

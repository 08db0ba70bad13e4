import type { Host } from '../../../src/shared/contract/host.ts';

/** What a test asks of the thread that runs its desk. */
export type Asked =
  | { readonly kind: 'open'; readonly dataDir: string; readonly host: Host }
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'close' };

export type Ask = { readonly id: number; readonly desk: number } & Asked;

export type Answer =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
  | { readonly kind: 'event'; readonly desk: number; readonly event: unknown };

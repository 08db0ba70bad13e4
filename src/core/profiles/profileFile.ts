import { z } from 'zod';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile, ProfileSetUp } from '#shared/domain/profile.ts';
import {
  type ProfileFile,
  type ProfileImport,
  profileFileSchema,
} from '#shared/domain/profileFile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { readJson } from '#shared/json/readJson.ts';

/** Names the published schema (docs/profile-file.schema.json) without promising that it can be fetched from somewhere. */
export const PROFILE_FILE_SCHEMA_ID = 'urn:deposit-desk:profile-file:1';
/** Enough to find the mistake; a file of another make would fill the screen. */
const MOST_ISSUES = 5;

export type BroughtProfile = { readonly id: ProfileId; readonly setUp: ProfileSetUp };
type Change = ProfileImport['changes'][number];

export function writeProfileFile(profiles: readonly Profile[]): string {
  const file: ProfileFile = {
    $schema: PROFILE_FILE_SCHEMA_ID,
    kind: 'deposit-desk-profiles',
    version: 1,
    profiles: profiles.map((profile) => ({ id: profile.id, setUp: setUpOf(profile) })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The failure says where in the file, and what is wrong there. `isReserved`: ids that belong to the desk itself. */
export function readProfileFile(
  text: string,
  isReserved: (id: string) => boolean,
): Result<readonly BroughtProfile[], string> {
  const json = parse(text);
  if (!json.ok) return json;
  const head = headSchema.safeParse(json.value);
  if (!head.success) return err(issuesOf(head.error));
  const file = profileFileSchema.safeParse(json.value);
  if (!file.success) return err(issuesOf(file.error));
  const { profiles } = file.data;
  const seen = new Set<string>();
  for (const [at, { id }] of profiles.entries()) {
    if (isReserved(id)) return err(`profiles.${at}.id: "${id}" belongs to the desk itself`);
    if (seen.has(id)) return err(`profiles.${at}.id: "${id}" is in this file twice`);
    seen.add(id);
  }
  return ok(profiles);
}

/** Looked at first: of a file of another kind or version the rest says nothing. */
const headSchema = z.looseObject({
  kind: z.literal('deposit-desk-profiles', 'not a profile file of Deposit Desk'),
  version: z.literal(1, 'made by another version of Deposit Desk; this one reads version 1'),
});

export function setUpOf({ id: _id, archivedAt: _archivedAt, ...setUp }: Profile): ProfileSetUp {
  return setUp;
}

/** By knob, in the order in which the knobs are written. */
export function changesBetween(
  before: ProfileSetUp | null,
  after: ProfileSetUp,
): readonly Change[] {
  const was = before === null ? new Map<string, unknown>() : leavesOf(before);
  const becomes = leavesOf(after);
  const paths = [...new Set([...becomes.keys(), ...was.keys()])];
  return paths.flatMap((path) => {
    const [from, to] = [was.get(path), becomes.get(path)];
    const isInBoth = was.has(path) && becomes.has(path);
    if (isInBoth && from === to) return [];
    // What a refusal is known by has a type: `7` is not `"7"`.
    const shown = isInBoth && textOf(from) === textOf(to) ? JSON.stringify : textOf;
    return [{ path, before: shown(from), after: shown(to) }];
  });
}

/** Where requests, the secret's signatures, customers and callbacks go. */
const DECIDING = /^(?:mode|baseUrl|merchant|proxy\.|defaultUrls\.)/u;

/** Of a new profile, what must be looked at before a secret is entered for it; the rest can be read once it is there. */
export function decidingKnobs(setUp: ProfileSetUp): readonly Change[] {
  return changesBetween(null, setUp).filter(
    ({ path, after }) => DECIDING.test(path) && after !== '',
  );
}

/** Empty lists and records are told by what is not in them. */
function leavesOf(setUp: ProfileSetUp): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  function walk(value: unknown, path: string): void {
    if (typeof value === 'object' && value !== null) {
      for (const [key, own] of Object.entries(value))
        walk(own, path === '' ? key : `${path}.${key}`);
    } else {
      leaves.set(path, value);
    }
  }
  walk(setUp, '');
  return leaves;
}

/** What is not set is shown as nothing, and not by its name in JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A key given twice is refused: a reader of the file would see one value and the desk would take the other. */
function parse(text: string): Result<unknown, string> {
  // Editors on Windows begin files with a byte order mark.
  const json = readJson(text.replace(/^\uFEFF/u, ''));
  return json.ok ? json : err(`not JSON: ${json.error}`);
}

function issuesOf(error: z.ZodError): string {
  const lines = error.issues.map(
    ({ path, message }) => `${path.length === 0 ? '(top)' : path.join('.')}: ${message}`,
  );
  const more = lines.length - MOST_ISSUES;
  return [...lines.slice(0, MOST_ISSUES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

import { z } from 'zod';

/** What a role may be given. Each is a row of the table in Settings → People, or the part of a row that one role has alone. */
export const PERMISSIONS = [
  /** Issue requests, copy what the customer gets, run batches outside Live. */
  'issue',
  /** The whole log: search, a request's history, callbacks, figures, masked exports. */
  'read_log',
  /** Notes, flags, pictures, taking an unknown. */
  'mark',
  /** Reveal requisites, resolve unknowns, settle mismatches, statements. */
  'resolve',
  /** Unmasked exports, batches in Live, message templates, how long requisites are kept, protection of the log. */
  'supervise',
  /** Backups and restoring the log. */
  'restore',
  'verify',
  /** People, roles, and the Supervisor code. */
  'people',
  /** Profiles, secrets, provider formats, the callback listener. */
  'set_up',
  /** Be the second person where a four-eyes rule asks for one. */
  'approve',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
export const permissionSchema = z.enum(PERMISSIONS);

/** What an operation declares. `signed_in`: every person, whatever the role. `anyone`: also a page without a person. */
export type Access = Permission | 'signed_in' | 'anyone';

export const ROLES = ['operator', 'senior', 'supervisor', 'integrator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];
export const roleSchema = z.enum(ROLES);

const permissionsSchema = z.array(permissionSchema).max(PERMISSIONS.length).readonly();
/** Which role may do what. */
export const roleTableSchema = z.strictObject({
  operator: permissionsSchema,
  senior: permissionsSchema,
  supervisor: permissionsSchema,
  integrator: permissionsSchema,
  auditor: permissionsSchema,
} satisfies Record<Role, z.ZodType>);
export type RoleTable = z.infer<typeof roleTableSchema>;

const OPERATOR = ['issue', 'read_log', 'mark'] as const;
const SENIOR = [...OPERATOR, 'resolve'] as const;

/** In force until a supervisor changes it. */
export const DEFAULT_ROLES: RoleTable = {
  operator: OPERATOR,
  senior: SENIOR,
  supervisor: [...SENIOR, 'supervise', 'restore', 'verify', 'people', 'approve'],
  integrator: ['set_up'],
  auditor: ['read_log', 'verify'],
};

import { z } from 'zod';

import { customerFiguresSchema } from '../domain/customer.ts';
import { intentIdSchema } from '../domain/ids.ts';
import {
  indexStateSchema,
  logFacetsSchema,
  logQuerySchema,
  logRowSchema,
  matchCountSchema,
  savedViewSchema,
} from '../domain/logSearch.ts';
import { nothing, ofCustomer, ofId } from './inputs.ts';

/** Searching the log, and saved views of it. */
export const SEARCH_OPERATIONS = {
  /**
   * A search is a look at one moment: its rows keep their places until the next search under the same id, which also makes an
   * older one that is still running stop. `searchId` belongs to one table on a screen.
   */
  'log.search': {
    permission: 'read_log',
    input: z.strictObject({
      searchId: z.uuid(),
      query: logQuerySchema,
      pageSize: z.int().min(1).max(200),
    }),
    output: z.strictObject({
      rows: z.array(logRowSchema).readonly(),
      matches: matchCountSchema,
      /** Every request recorded up to here was looked at. */
      upToSeq: z.int().nonnegative(),
      index: indexStateSchema,
    }),
  },
  /** Rows at their places in the last search under this id, wherever the scrollbar is put. Fewer only at the end. */
  'log.rows': {
    permission: 'read_log',
    input: z.strictObject({
      searchId: z.uuid(),
      from: z.int().nonnegative(),
      count: z.int().min(1).max(200),
    }),
    output: z.strictObject({ rows: z.array(logRowSchema).readonly(), matches: matchCountSchema }),
  },
  /** As they are now, for rows that are on the screen. */
  'log.rowsOf': {
    permission: 'read_log',
    input: z.strictObject({ intentIds: z.array(intentIdSchema).max(200).readonly() }),
    output: z.array(logRowSchema).readonly(),
  },
  /** The exact count of the last search under this id. */
  'log.count': {
    permission: 'read_log',
    input: z.strictObject({ searchId: z.uuid() }),
    output: matchCountSchema,
  },
  /** The requests for exactly this customer, counted; and those that are open. */
  'customer.figures': { permission: 'read_log', input: ofCustomer, output: customerFiguresSchema },
  'log.facets': { permission: 'read_log', input: nothing, output: logFacetsSchema },
  'view.list': {
    permission: 'read_log',
    input: nothing,
    output: z.array(savedViewSchema).readonly(),
  },
  /** One of the same id is replaced. */
  'view.save': {
    permission: 'read_log',
    input: savedViewSchema,
    output: z.array(savedViewSchema).readonly(),
  },
  'view.delete': {
    permission: 'read_log',
    input: ofId,
    output: z.array(savedViewSchema).readonly(),
  },
} as const;

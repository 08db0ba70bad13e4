import { z } from 'zod';

import { exportOrderSchema, exportPieceSchema, exportStateSchema } from '../domain/logExport.ts';
import { nothing } from './inputs.ts';

const ofExport = z.strictObject({ exportId: z.uuid() });

/** Files with rows of the log. */
export const EXPORTS_OPERATIONS = {
  /** Exports everything that matches. Progress arrives as events. */
  'export.start': { permission: 'read_log', input: exportOrderSchema, output: exportStateSchema },
  'export.state': { permission: 'read_log', input: ofExport, output: exportStateSchema },
  'export.cancel': { permission: 'read_log', input: ofExport, output: exportStateSchema },
  'export.read': {
    permission: 'read_log',
    input: ofExport.extend({ from: z.int().nonnegative() }),
    output: exportPieceSchema,
  },
  /** Shows the file in the system's file manager. A host without one refuses. */
  'export.show': { permission: 'read_log', input: ofExport, output: nothing },
} as const;

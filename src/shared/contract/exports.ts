import { z } from 'zod';

import { exportOrderSchema, exportPieceSchema, exportStateSchema } from '../domain/logExport.ts';
import { nothing } from './inputs.ts';

const ofExport = z.strictObject({ exportId: z.uuid() });

/** Files with rows of the log. */
export const EXPORTS_OPERATIONS = {
  /** Exports everything that matches. Progress arrives as events. */
  'export.start': { input: exportOrderSchema, output: exportStateSchema },
  'export.state': { input: ofExport, output: exportStateSchema },
  'export.cancel': { input: ofExport, output: exportStateSchema },
  'export.read': {
    input: ofExport.extend({ from: z.int().nonnegative() }),
    output: exportPieceSchema,
  },
  /** Shows the file in the system's file manager. A host without one refuses. */
  'export.show': { input: ofExport, output: nothing },
} as const;

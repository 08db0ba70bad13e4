import { z } from 'zod';

import { exportOrderSchema, exportStateSchema } from '../domain/logExport.ts';

/** Files with rows of the log. */
export const EXPORTS_OPERATIONS = {
  /** Exports everything that matches. Progress arrives as events. */
  'export.start': { input: exportOrderSchema, output: exportStateSchema },
  'export.state': { input: z.strictObject({ exportId: z.uuid() }), output: exportStateSchema },
  'export.cancel': { input: z.strictObject({ exportId: z.uuid() }), output: exportStateSchema },
} as const;

import { z } from 'zod';

/** How far a request under way is. `recorded` and `connecting`: nothing has left; from `sent` on it may exist. */
export const STAGES = ['recorded', 'connecting', 'sent', 'waiting'] as const;
export const stageSchema = z.enum(STAGES);
export type Stage = z.infer<typeof stageSchema>;

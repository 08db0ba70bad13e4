import { z } from 'zod';

/** What the embedded provider can be asked to do with the next request, so that newcomers see it before it matters. */
export const SCENARIOS = [
  'plain',
  'no_requisites',
  'refused',
  'changed_amount',
  'slow',
  'lost_answer',
  'unreadable_answer',
] as const;
export const scenarioSchema = z.enum(SCENARIOS);
export type Scenario = z.infer<typeof scenarioSchema>;

import { z } from 'zod';

import { ROWS } from './rows.ts';

const rowReportSchema = z.object({
  tried: z.int(),
  /** What was tried when a handler ran. */
  ran: z.array(z.string()),
  /** How often each was answered; `ok` for what succeeded. */
  codes: z.record(z.string(), z.int()),
});
export type RowReport = z.infer<typeof rowReportSchema>;

/** Several operations at once: asking takes longer than trying. */
export const askedSchema = z.object({
  names: z.array(z.string()),
  row: z.enum(ROWS),
  isPairwise: z.boolean(),
});
export const reportsSchema = z.array(rowReportSchema);

const replySchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
]);

export function codeOf(reply: unknown): string {
  const read = replySchema.safeParse(reply);
  if (!read.success) return `no reply: ${JSON.stringify({ reply }).slice(0, 200)}`;
  return read.data.ok ? 'ok' : read.data.error.code;
}

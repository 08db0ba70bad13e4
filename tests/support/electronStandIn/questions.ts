import { z } from 'zod';

/** What the two ends ask each other; checked, since it comes over a channel. */

const frameSchema = z.object({
  url: z.string(),
  get parent() {
    return frameSchema.nullable();
  },
  detached: z.boolean().optional(),
});

export const windowSchema = z.object({ windowId: z.int() });
export const urlSchema = windowSchema.extend({ url: z.string() });

/** The page asks for something; addresses are as the page has them. */
export const requestSchema = urlSchema.extend({
  method: z.string(),
  isNavigation: z.boolean(),
  isMainFrame: z.boolean(),
});
export type PageRequest = z.infer<typeof requestSchema>;

export const verdictSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('respond'),
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.instanceof(Uint8Array),
  }),
  /** The page stays where it is. */
  z.object({ action: z.literal('stay') }),
  z.object({ action: z.literal('block') }),
]);
export type Verdict = z.infer<typeof verdictSchema>;

export const navigatedSchema = urlSchema.extend({ isInPage: z.boolean() });
export const downloadSchema = urlSchema.extend({ filename: z.string(), mimeType: z.string() });
export const permissionsSchema = z.object({ names: z.array(z.string()) });

/** A call as some frame would make it: what no real page of ours does, and a foreign one might. */
export const forgedSchema = z.object({
  channel: z.string(),
  args: z.array(z.unknown()),
  frame: frameSchema.nullable(),
});
export const invokeSchema = forgedSchema.extend(windowSchema.shape);

export const openSchema = windowSchema.extend({
  script: z.string(),
  address: z.string(),
  width: z.number(),
  height: z.number(),
});
export const deliverySchema = windowSchema.extend({
  channel: z.string(),
  args: z.array(z.unknown()),
});

import { z } from 'zod';

/** What the two ends ask each other; checked, since it comes over a channel. */

const frameSchema = z.object({
  url: z.string(),
  get parent() {
    return frameSchema.nullable();
  },
  detached: z.boolean().optional(),
});

const ofWindow = z.object({ windowId: z.int() });

/** The page asks for something; addresses are as the page has them. */
export const requestSchema = ofWindow.extend({
  url: z.string(),
  method: z.string(),
  isNavigation: z.boolean(),
  isMainFrame: z.boolean(),
  resourceType: z.string(),
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

export const invokeSchema = ofWindow.extend({
  channel: z.string(),
  args: z.array(z.unknown()),
  frame: frameSchema.nullable(),
});

export const urlSchema = ofWindow.extend({ url: z.string() });
export const windowOpenSchema = urlSchema.extend({
  frameName: z.string(),
  features: z.string(),
  disposition: z.string(),
});
export const navigatedSchema = urlSchema.extend({
  isInPage: z.boolean(),
  isMainFrame: z.boolean(),
});
export const windowSchema = ofWindow;
export const goneSchema = ofWindow.extend({ reason: z.string(), exitCode: z.int() });
export const downloadSchema = urlSchema.extend({ filename: z.string(), mimeType: z.string() });
export const permissionsSchema = z.object({ names: z.array(z.string()) });

/** A call as some frame would make it: what no real page of ours does, and a foreign one might. */
export const forgedSchema = z.object({
  channel: z.string(),
  args: z.array(z.unknown()),
  frame: frameSchema.nullable(),
});

const TARGETS = [
  'app',
  'window',
  'webContents',
  'session',
  'powerMonitor',
  'screen',
  'tray',
  'notification',
  'nativeTheme',
] as const;
export type Target = (typeof TARGETS)[number];
export const fireSchema = z.object({
  target: z.enum(TARGETS),
  event: z.string(),
  details: z.record(z.string(), z.unknown()),
  args: z.array(z.unknown()),
});
export const firedSchema = z.object({ prevented: z.boolean(), calledWith: z.array(z.unknown()) });

/** An error that nobody of the app's catches. */
export const breakSchema = z.object({
  how: z.enum(['exception', 'rejection']),
  message: z.string(),
});

export const menuClickSchema = z.object({
  menu: z.enum(['application', 'tray', 'popup']),
  path: z.array(z.string()),
});

const areaSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
export const displaySchema = z.object({ id: z.int(), bounds: areaSchema, workArea: areaSchema });

export const openSchema = ofWindow.extend({
  script: z.string(),
  address: z.string(),
  width: z.number(),
  height: z.number(),
});
export const deliverySchema = ofWindow.extend({ channel: z.string(), args: z.array(z.unknown()) });
export const dialogSchema = z.object({
  kind: z.enum(['messageBox', 'openDialog', 'saveDialog']),
  options: z.record(z.string(), z.unknown()),
});

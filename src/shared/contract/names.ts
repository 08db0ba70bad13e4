/** Every operation, without zod, so that the sandboxed preload stays small. operations.ts is checked against it. */
export const OPERATION_NAMES = [
  'app.info',
  'settings.get',
  'settings.update',
  'profile.list',
  'profile.save',
  'profile.duplicate',
  'profile.archive',
  'profile.delete',
  'profile.setSecret',
  'profile.secrets',
  'profile.takeBackSecret',
  'profile.deleteSecret',
  'profileFile.export',
  'profileFile.preview',
  'profileFile.import',
  'format.pastAnswers',
  'format.teach',
  'lab.explain',
  'lab.search',
  'connection.check',
  'limits.read',
  'order.suggest',
  'issue.create',
  'issue.build',
  'log.now',
  'log.page',
  'log.history',
  'request.recordCopy',
  'request.cancel',
  'request.acknowledgeAmount',
  'request.resolve',
  'recovery.report',
  'recovery.acknowledge',
  'log.health',
  'log.verify',
  'log.backups',
  'log.backUp',
  'log.restore',
  'log.acknowledgeRestore',
  'log.heldAnswers',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

/** The one IPC channel prefix and the one event channel of the Electron host. */
export const OPERATION_CHANNEL_PREFIX = 'desk:';
export const EVENT_CHANNEL = 'desk-event';
/** The name under which the preload shows the bridge to the page. */
export const BRIDGE_KEY = 'depositDesk';

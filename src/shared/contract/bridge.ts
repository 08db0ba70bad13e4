/** The one IPC channel prefix and the one event channel of the Electron host. */
export const OPERATION_CHANNEL_PREFIX = 'desk:';
export const EVENT_CHANNEL = 'desk-event';
/** The name under which the preload shows the bridge to the page. */
export const BRIDGE_KEY = 'depositDesk';

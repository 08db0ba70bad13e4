/** Where the page lives in this host. A custom scheme: no port to guess, nothing else on the machine can serve it. */
export const APP_SCHEME = 'app';
const APP_HOST = 'desk';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/** By protocol and host: the `origin` of a custom scheme's URL is the text 'null', whatever the host. */
export function isOwnUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === '';
}

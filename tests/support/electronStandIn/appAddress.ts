/**
 * Chromium lets no tool answer for a custom scheme, so the page lives under an http address here. The name ends in
 * `.localhost`, which makes it a secure context as app:// is.
 */
const APP_ADDRESS = 'app://desk';
/** Another one where two apps share a browser: what a page stores is kept apart by it, as userData does it in Electron. */
const PAGE_ADDRESS = process.env['ELECTRON_STAND_IN_ADDRESS'] ?? 'http://desk.localhost';

export function toPageUrl(appUrl: string): string {
  return moved(appUrl, APP_ADDRESS, PAGE_ADDRESS);
}

export function toAppUrl(pageUrl: string): string {
  return moved(pageUrl, PAGE_ADDRESS, APP_ADDRESS);
}

function moved(url: string, from: string, to: string): string {
  return url === from || url.startsWith(`${from}/`) ? `${to}${url.slice(from.length)}` : url;
}

/**
 * Chromium lets no tool answer for a custom scheme, so the page lives under an http address here. The name ends in
 * `.localhost`, which makes it a secure context as app:// is.
 */
const APP_ADDRESS = 'app://desk';
const PAGE_ADDRESS = 'http://desk.localhost';

export function toPageUrl(appUrl: string): string {
  return moved(appUrl, APP_ADDRESS, PAGE_ADDRESS);
}

export function toAppUrl(pageUrl: string): string {
  return moved(pageUrl, PAGE_ADDRESS, APP_ADDRESS);
}

function moved(url: string, from: string, to: string): string {
  return url === from || url.startsWith(`${from}/`) ? `${to}${url.slice(from.length)}` : url;
}

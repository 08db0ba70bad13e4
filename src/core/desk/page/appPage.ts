import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { type Settings, settingsSchema } from '#shared/domain/settings.ts';
import { DESK, type Services } from '../../ports.ts';

/** The built page as both hosts serve it: read once, found by exact path or not at all. */
export type AppPage = {
  /** `pathname` as it came, undecoded: a path that is not in the build, byte for byte, does not exist. */
  readonly respond: (method: string, pathname: string, look?: PageLook | null) => Response;
};

const STYLE_NONCE_PLACEHOLDER = '__STYLE_NONCE__';
const PAGE_FILE = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

const GUARD_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

type Asset = { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string };

export async function loadAppPage(rendererDir: string): Promise<AppPage> {
  const { html, assets } = await readManifest(rendererDir);
  return {
    respond(method, pathname, look = null) {
      if (method !== 'GET' && method !== 'HEAD') return refusal(405);
      const withBody = method === 'GET';
      if (pathname === '/') return pageResponse(withLook(html, look), withBody);
      const asset = assets.get(pathname);
      return asset === undefined ? refusal(404) : assetResponse(asset, withBody);
    },
  };
}

async function readManifest(rendererDir: string) {
  const entries = await readdir(rendererDir, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(rendererDir, file).split(path.sep).join('/');
        return { name, bytes: Uint8Array.from(await readFile(file)) };
      }),
  );
  const page = files.find(({ name }) => name === PAGE_FILE);
  const html = new TextDecoder().decode(page?.bytes);
  // Without the nonce the kit's styles would be blocked: better no start than a bare page.
  if (!html.includes(STYLE_NONCE_PLACEHOLDER)) {
    throw new Error(`The built page has no ${STYLE_NONCE_PLACEHOLDER} to fill`);
  }
  const assets = files.filter(({ name }) => name !== PAGE_FILE);
  return {
    html,
    assets: new Map<string, Asset>(
      assets.map(({ name, bytes }) => [`/${name}`, { bytes, contentType: typeOf(name) }]),
    ),
  };
}

function typeOf(name: string): string {
  const found = CONTENT_TYPES[path.extname(name)];
  if (found === undefined) throw new Error(`The built page holds a file of unknown type: ${name}`);
  return found;
}

function pageResponse(html: string, withBody: boolean): Response {
  const nonce = randomBytes(16).toString('base64');
  const filled = html.replaceAll(STYLE_NONCE_PLACEHOLDER, nonce);
  return new Response(withBody ? filled : null, {
    headers: {
      ...GUARD_HEADERS,
      'Content-Type': typeOf(PAGE_FILE),
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Cache-Control': 'no-store',
    },
  });
}

function assetResponse(asset: Asset, withBody: boolean): Response {
  return new Response(withBody ? asset.bytes : null, {
    // The build puts a digest of the content into every asset's name.
    headers: {
      ...GUARD_HEADERS,
      'Content-Type': asset.contentType,
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
  });
}

function refusal(status: 404 | 405): Response {
  return new Response(status === 404 ? 'Not found' : 'Method not allowed', {
    status,
    headers: {
      ...GUARD_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    },
  });
}

/**
 * No inline script, no eval, nothing from elsewhere; the UI kit's style elements carry the nonce. Text becomes no markup, but through the
 * page's one policy (renderer/trustedTypes.ts), and no script can make another. Bills are pictures that core has checked, as data.
 */
function contentSecurityPolicy(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** What was chosen of how the page looks: it is in the page itself, so that nothing flashes before the page has asked. */
export type PageLook = Pick<Settings, 'language' | 'theme' | 'textSize'>;

/** Null: it cannot be had now, and the page begins as the system looks. */
export async function readLook(dispatch: Services['dispatch']): Promise<PageLook | null> {
  const reply = await dispatch(DESK, 'settings.get', {});
  return reply.ok ? (settingsSchema.safeParse(reply.value).data ?? null) : null;
}

const BEGINNING = '<html lang="en">';

/** The values are words and numbers of our own lists. */
function withLook(html: string, look: PageLook | null): string {
  if (look === null) return html;
  const { language, theme, textSize } = look;
  return html.replace(
    BEGINNING,
    `<html lang="${language}" data-theme="${theme}" data-text-size="${textSize}">`,
  );
}

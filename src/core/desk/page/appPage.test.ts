import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { loadAppPage } from './appPage.ts';

let dir = '';

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'app-page-'));
  mkdirSync(path.join(dir, 'assets'));
  writeFileSync(path.join(dir, 'index.html'), '<meta content="__STYLE_NONCE__">');
  writeFileSync(path.join(dir, 'assets/index-1a.js'), 'export {};');
  writeFileSync(path.join(dir, '..', `${path.basename(dir)}-secret.js`), 'outside');
});

afterEach(() => {
  rmSync(dir, { recursive: true });
  rmSync(`${dir}-secret.js`);
});

describe('the page', () => {
  test('carries a new style nonce in every response, the same in header and markup', async () => {
    const page = await loadAppPage(dir);
    const nonces = await Promise.all(
      [page.respond('GET', '/'), page.respond('GET', '/')].map(async (response) => {
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-(?<nonce>[^']+)'/u.exec(policy)?.groups?.['nonce'] ?? '';
        expect(await response.text()).toBe(`<meta content="${nonce}">`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  test('says in its first tag what was chosen of its looks, so that nothing flashes', async () => {
    const file = path.join(dir, 'index.html');
    writeFileSync(file, '<html lang="en"><meta content="__STYLE_NONCE__"></html>');
    const page = await loadAppPage(dir);
    const look = { language: 'ru', theme: 'dark', textSize: 130 } as const;
    const drawn = await page.respond('GET', '/', look).text();
    expect(drawn).toMatch(/^<html lang="ru" data-theme="dark" data-text-size="130"><meta/u);
    expect(await page.respond('GET', '/').text()).toMatch(/^<html lang="en"><meta/u);
  });

  test('allows no inline script, no eval, no frame around it and nothing from elsewhere', async () => {
    const response = (await loadAppPage(dir)).respond('GET', '/');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:|\*|blob:|wasm/u);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('lets text become markup by its one policy alone', async () => {
    const response = (await loadAppPage(dir)).respond('GET', '/');
    const policy = response.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types default');
  });

  test('is not served without a place for the nonce', async () => {
    writeFileSync(path.join(dir, 'index.html'), '<p>');
    await expect(loadAppPage(dir)).rejects.toThrow('__STYLE_NONCE__');
  });
});

describe('its parts', () => {
  test('are found by their exact path, with their own type', async () => {
    const response = (await loadAppPage(dir)).respond('GET', '/assets/index-1a.js');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('export {};');
  });

  test('are not found by any other path', async () => {
    const page = await loadAppPage(dir);
    const outside = `${path.basename(dir)}-secret.js`;
    const paths = [
      '/index.html',
      '/assets',
      '/assets/',
      '/assets/INDEX-1a.js',
      '//assets/index-1a.js',
      '/assets/../assets/index-1a.js',
      '/assets%2findex-1a.js',
      `/../${outside}`,
      `/%2e%2e/${outside}`,
      String.raw`/..\index.html`,
      '',
      'constructor',
    ];
    expect(paths.map((at) => page.respond('GET', at).status)).toEqual(paths.map(() => 404));
  });

  test('are only read', async () => {
    const page = await loadAppPage(dir);
    expect(page.respond('POST', '/').status).toBe(405);
    expect(page.respond('DELETE', '/assets/index-1a.js').status).toBe(405);
    expect(await page.respond('HEAD', '/assets/index-1a.js').text()).toBe('');
  });

  test('of a type nobody thought of stop the start', async () => {
    writeFileSync(path.join(dir, 'assets/odd.exe'), '');
    await expect(loadAppPage(dir)).rejects.toThrow('odd.exe');
  });
});

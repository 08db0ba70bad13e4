import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { argsWithLink, bringWhenAsked, registerLinks, watchFormLinks } from './formLinks.ts';

const LINK = 'deposit-desk://new?amount=1500';

test('the link that the program was started with is the first one', () => {
  const links = watchFormLinks(new EventEmitter(), ['/app/deposit-desk', '--data-dir=x', LINK]);
  expect(links.take(() => undefined)).toBe('amount=1500');
});

test('macOS tells of links before and after the desk runs', () => {
  const app = new EventEmitter();
  const links = watchFormLinks(app, ['/app/deposit-desk']);
  const stopped: string[] = [];
  const open = (url: string): unknown =>
    app.emit('open-url', { preventDefault: () => stopped.push(url) }, url);
  open(LINK);
  const later: string[] = [];
  expect(links.take((query) => void later.push(query))).toBe('amount=1500');
  open('deposit-desk://new?customer=cust-77');
  open('deposit-desk://settings');
  expect(later).toEqual(['customer=cust-77']);
  expect(stopped).toHaveLength(3);
});

test('a second start brings the window forward, with its link where it has one', () => {
  const app = new EventEmitter();
  const did: string[] = [];
  let quitting = false;
  bringWhenAsked(
    app,
    { bring: () => void did.push('bring'), bringLink: (query) => void did.push(query) },
    watchFormLinks(app, ['/app/deposit-desk']),
    { isQuitting: () => quitting, startAgain: (link) => void did.push(`again ${link ?? 'alone'}`) },
  );
  app.emit('second-instance', {}, ['/app', '--flag', 'https://example.com/new?amount=1']);
  app.emit('second-instance', {}, ['/app', LINK]);
  app.emit('activate');
  quitting = true;
  app.emit('second-instance', {}, ['/app', LINK]);
  app.emit('second-instance', {}, ['/app', 'https://example.com/new?amount=1']);
  app.emit('open-url', { preventDefault: () => undefined }, 'deposit-desk://new?customer=cust-77');
  const again = ['again amount=1500', 'again alone', 'again customer=cust-77'];
  expect(did).toEqual(['bring', 'bring', 'amount=1500', 'bring', ...again]);
});

test('the start after this one gets its own link alone, and every flag', () => {
  const args = ['.', LINK, '--data-dir=x', 'deposit-desk:new?customer=old'];
  expect(argsWithLink(args, null)).toEqual(['.', '--data-dir=x']);
  const next = argsWithLink(args, 'amount=7&order=a%20b');
  expect(next).toEqual(['.', '--data-dir=x', 'deposit-desk://new?amount=7&order=a%20b']);
  const links = watchFormLinks(new EventEmitter(), ['/app', ...next]);
  expect(links.take(() => undefined)).toBe('amount=7&order=a%20b');
});

test('only an installed program on Windows enters itself as the one that opens them', () => {
  const entered: string[] = [];
  const app = (isPackaged: boolean) => ({
    isPackaged,
    setAsDefaultProtocolClient: (scheme: string) => entered.push(scheme) > 0,
  });
  registerLinks(app(false), 'win32');
  registerLinks(app(true), 'linux');
  registerLinks(app(true), 'win32');
  expect(entered).toEqual(['deposit-desk']);
});

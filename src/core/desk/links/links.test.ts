import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { profileIdSchema } from '#shared/domain/ids.ts';
import { ok } from '#shared/domain/result.ts';

import { createJsonFiles } from '../../files/jsonFile.ts';
import { profileOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { createConfirmedHosts } from './confirmedHosts.ts';
import { checkLink, confirmLink, createJudgedFor, createLinkRules } from './links.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileIdSchema.parse('shop');
const OTHER = profileIdSchema.parse('other');
const hostsIn = (dataDir: string) =>
  createConfirmedHosts({ dataDir, files: createJsonFiles(new Date(), () => undefined) });

describe('hosts that somebody agreed to', () => {
  it('are kept per profile over a restart, and forgotten with the profile', () => {
    const dataDir = temporaryDir();
    const first = hostsIn(dataDir);
    first.add(SHOP, 'pay.example');
    first.add(SHOP, 'pay.example:8443');
    first.add(OTHER, 'pay.example');
    const second = hostsIn(dataDir);
    expect(second.has(SHOP, 'pay.example')).toBe(true);
    expect(second.has(SHOP, 'pay.example:8443')).toBe(true);
    expect(second.has(OTHER, 'pay.example:8443')).toBe(false);
    expect(second.has(SHOP, 'evil.pay.example')).toBe(false);
    second.forget(SHOP);
    const third = hostsIn(dataDir);
    expect(third.has(SHOP, 'pay.example')).toBe(false);
    expect(third.has(OTHER, 'pay.example')).toBe(true);
  });

  it('are so many and no more; of one profile, the oldest goes', () => {
    const dataDir = temporaryDir();
    const hosts = hostsIn(dataDir);
    hosts.add(OTHER, 'kept.example');
    for (let at = 0; at < 201; at += 1) hosts.add(SHOP, `h${at}.example`);
    expect(hosts.has(SHOP, 'h0.example')).toBe(false);
    expect(hosts.has(SHOP, 'h1.example')).toBe(true);
    expect(hosts.has(OTHER, 'kept.example')).toBe(true);
    expect(readFileSync(join(dataDir, 'links.json'), 'utf8').match(/"host"/gu)).toHaveLength(201);
  });
});

describe('a link is judged', () => {
  const sandbox = profileOf({
    id: 'sandbox',
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl: 'http://127.0.0.1:8787',
  });
  const shop = profileOf();

  function desk(active = sandbox) {
    let listenerPorts: readonly number[] = [20_123];
    const linkRules = createLinkRules({
      ownOrigins: () => ['http://127.0.0.1:4173'],
      ownHosts: () => ['desk-7'],
      listenerPorts: () => listenerPorts,
    });
    const deps = {
      profiles: { find: (id: string) => (id === sandbox.id ? ok(sandbox) : ok(active)), sandbox },
      judgedFor: createJudgedFor(),
      linkRules,
      confirmedHosts: hostsIn(temporaryDir()),
    };
    return {
      linkRules,
      listenAt: (...ports: readonly number[]) => {
        listenerPorts = ports;
      },
      check: (address: string) => checkLink({ address, profileId: active.id }, deps),
      checkAlone: (address: string) => checkLink({ address }, deps),
      confirm: (address: string, profileId = active.id) =>
        confirmLink({ address, profileId }, deps),
    };
  }

  it('asked about once per host and profile', () => {
    const { check, confirm } = desk(shop);
    const asked = { verdict: 'ask', host: 'pay.example', profileName: 'Shop' };
    expect(check('HTTPS://Pay.Example/a b')).toEqual({
      ...asked,
      profileId: shop.id,
      address: 'https://pay.example/a%20b',
    });
    expect(confirm('https://pay.example/')).toEqual(ok({}));
    expect(check('https://pay.example/2')).toMatchObject({ ...asked, verdict: 'open' });
    expect(check('https://pay.example:8443/')).toMatchObject({ verdict: 'ask' });
    expect(check('https://pay.example./')).toMatchObject({ verdict: 'ask' });
  });

  it('agreed to for the profile that was asked about and no other', () => {
    const { check, confirm } = desk(shop);
    expect(confirm('https://pay.example/', sandbox.id)).toEqual(ok({}));
    expect(check('https://pay.example/')).toMatchObject({ verdict: 'ask' });
  });

  it('by the profile of its request, which alone may be without TLS in Sandbox', () => {
    const address = 'http://127.0.0.1:8787/pay/1';
    expect(desk().check(address)).toMatchObject({ verdict: 'ask', address });
    expect(desk(shop).check(address)).toEqual({ verdict: 'refused', reason: 'not_https' });
    const liveThere = profileOf({ baseUrl: 'http://127.0.0.1:8787' });
    expect(desk(liveThere).check(address)).toMatchObject({ verdict: 'refused' });
    expect(desk(shop).linkRules(sandbox).sandboxOrigin).toBe('http://127.0.0.1:8787');
    expect(desk(shop).linkRules(shop).sandboxOrigin).toBeNull();
  });

  it('for the profile for which a page asked last, where only the address is given', () => {
    const { check, checkAlone } = desk(shop);
    expect(checkAlone('https://pay.example/1')).toMatchObject({ profileId: sandbox.id });
    check('https://Pay.Example/1');
    expect(checkAlone('https://pay.example/1')).toMatchObject({ profileId: shop.id });
    expect(checkAlone('https://pay.example/2')).toMatchObject({ profileId: sandbox.id });
    for (let at = 0; at < 1000; at += 1) check(`https://other.example/${at}`);
    expect(checkAlone('https://pay.example/1')).toMatchObject({ profileId: sandbox.id });
  });

  it('by the ports of now', () => {
    const { check, listenAt } = desk(shop);
    const own = { verdict: 'refused', reason: 'own_address' };
    expect(check('https://pay.example:20123/')).toEqual(own);
    expect(check('https://pay.example:4173/')).toEqual(own);
    listenAt(20_124);
    expect(check('https://pay.example:20123/')).toMatchObject({ verdict: 'ask' });
    expect(check('https://pay.example:20124/')).toEqual(own);
  });

  it('before anybody can agree to it', () => {
    const { confirm } = desk(shop);
    const refused = { ok: false, error: { code: 'invalid_input' } };
    expect(confirm('https://127.0.0.1:4173/')).toMatchObject(refused);
    expect(confirm('javascript:alert(1)')).toMatchObject(refused);
  });
});

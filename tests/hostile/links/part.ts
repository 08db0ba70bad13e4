import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import {
  type Catcher,
  type EvilProvider,
  startCatcher,
  startEvilProvider,
} from '../evilProvider.ts';
import {
  EVIL_PROFILE,
  type HostileDesk,
  type Issued,
  issueAll,
  onBothHosts,
} from '../hostileDesk.ts';
import { isMetOn, isTried, turnTold } from '../pairwise.ts';
import type { Part } from '../part.ts';
import { until, withDataDir } from '../waiting.ts';
import { type HostileAddress, hostileAddresses } from './addresses.ts';
import { lookAtCards } from './cards.ts';
import { WAYS, byPage } from './tries.ts';

type Findings = { tried: number; addresses: number; asked: number; readonly failures: string[] };

/** As many as New request shows in whole at once. */
const ON_SCREEN = 8;
const GOOD = 'https://pay.example/good';

const checkedSchema = z.object({
  verdict: z.enum(['refused', 'ask', 'open']),
  host: z.string().optional(),
});
const fetchedSchema = z.object({ ok: z.boolean() });
const dialogSchema = z.looseObject({ buttons: z.array(z.string()), cancelId: z.int() });
const listenerSchema = z.object({ address: z.string().nullable() });

/** Hostile addresses wherever a provider or a page can put one: nothing is opened, and nobody is connected to. */
export const linksPart: Part = {
  name: 'links',
  async run(isPairwise) {
    const findings: Findings = { tried: 0, addresses: 0, asked: 0, failures: [] };
    await onBothHosts((start, host) =>
      withDataDir(async (dataDir) => {
        const [provider, catcher] = [await startEvilProvider(), await startCatcher()];
        const desk = await start({ dataDir, provider, profileName: 'Evil' });
        try {
          const shareOf = isPairwise ? everyOther(host) : everyOne;
          await attack(desk, provider, catcher, findings, shareOf);
        } finally {
          await desk.close();
          await Promise.all([provider.close(), catcher.close()]);
        }
      }),
    );
    const opened = findings.failures.filter((told) => told.includes('opened')).length;
    return {
      tried: findings.tried,
      failures: findings.failures,
      figures:
        `${findings.addresses} hostile addresses in payment_data.url, payment_bill_url, redirects, ${WAYS.join(', ')} on two hosts: ` +
        `${opened} opened; ${findings.asked} questions answered with Cancel; a good one was opened on each`,
      left: `four fifths of the addresses (tried: ${turnTold()}), and each in each place on its other host`,
    };
  },
};

/** Of the addresses, those that this host meets in one place. */
type ShareOf = (place: number) => (address: number) => boolean;

const everyOne: ShareOf = () => () => true;
/** Pairwise: a fifth of the addresses meets each place once, and hosts alternate from address to address and from place to place. */
const everyOther =
  (host: number): ShareOf =>
  (place) =>
  (address) =>
    isTried(address) && isMetOn(host, address, place);

async function attack(
  desk: HostileDesk,
  provider: EvilProvider,
  catcher: Catcher,
  findings: Findings,
  shareOf: ShareOf,
): Promise<void> {
  const fail = (what: string): void => void findings.failures.push(`${desk.host}: ${what}`);
  desk.dialogs?.always((options) => {
    findings.asked += 1;
    return dialogSchema.parse(options).cancelId;
  });
  const ports = { own: desk.ownPort, listener: await listenerPort(desk), catcher: catcher.port };
  const addresses = hostileAddresses(ports);
  findings.addresses = Math.max(findings.addresses, addresses.length);
  const sharedOf = (place: number): readonly HostileAddress[] =>
    addresses.filter(({ isOfDesk }, at) => isOfDesk || shareOf(place)(at));
  await judged(desk, sharedOf(0), findings, fail);
  const issued = await onCards(desk, provider, sharedOf(1), findings, fail);
  await asBills(desk, provider, issued, findings, fail);
  await asRedirects(desk, provider, sharedOf(2), findings, fail);
  if (catcher.knocks() > 0) fail(`${catcher.knocks()} connections to this machine were opened`);
  for (const address of desk.opened()) fail(`opened ${address.slice(0, 200)}`);
  for (const address of desk.left()) fail(`the page asked for ${address.slice(0, 200)}: opened`);
  findings.tried += await byPage(desk, addresses, shareOf, fail);
  await goodOne(desk, provider, fail);
}

type Fail = (what: string) => void;

async function listenerPort(desk: HostileDesk): Promise<number> {
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: EVIL_PROFILE, settings, newPath: false };
  const { address } = listenerSchema.parse(await desk.ask('callback.setListener', set));
  if (address === null) throw new Error('The listener has no address');
  return Number(new URL(address).port);
}

/** By the one rule, which both the page and main ask. */
async function judged(
  desk: HostileDesk,
  addresses: readonly HostileAddress[],
  findings: Findings,
  fail: Fail,
): Promise<void> {
  for (const { verdict, address } of addresses) {
    const reply = z
      .union([
        z.object({ ok: z.literal(true), value: checkedSchema }),
        z.object({ ok: z.literal(false) }),
      ])
      .parse(await desk.call('link.check', { address, profileId: EVIL_PROFILE }));
    findings.tried += 1;
    const said = reply.ok ? reply.value.verdict : 'refused';
    const isRight = verdict === 'refused' ? said === 'refused' : said !== 'open';
    if (!isRight) fail(`${JSON.stringify(address.slice(0, 200))} was judged '${said}'`);
    const host = reply.ok ? (reply.value.host ?? '') : '';
    if (!/^[\x21-\x7e]*$/u.test(host)) fail(`${JSON.stringify(address)} is asked about as ${host}`);
  }
}

/** In requisites and bills, ten at a time, as New request shows them. */
async function onCards(
  desk: HostileDesk,
  provider: EvilProvider,
  addresses: readonly HostileAddress[],
  findings: Findings,
  fail: Fail,
): Promise<readonly Issued[]> {
  const issued: Issued[] = [];
  for (let from = 0; from < addresses.length; from += ON_SCREEN) {
    const orders = addresses.slice(from, from + ON_SCREEN).map(({ address }, at) => {
      const orderId = `L-${from + at}`;
      const data = { number: '2200700812345675', url: address };
      provider.say(orderId, { body: { payment_data: data, payment_bill_url: address } });
      return { orderId, customer: `cust-${from + at}` };
    });
    const some = await issueAll(desk, orders);
    issued.push(...some);
    await asCopies(desk, addresses.slice(from, from + ON_SCREEN), some, findings, fail);
    const { links, live } = await lookAtCards(desk, some);
    findings.tried += orders.length + links * 3;
    const wrong = live.filter(
      (address) => !desk.isElectron || !/^https:\/\/[^@/?#]+(?:[/?#]|$)/u.test(address),
    );
    for (const address of wrong) fail(`the page holds the address ${address.slice(0, 200)}`);
  }
  return issued;
}

/** What no message may hold is not copied either, nor recorded as if it were. */
async function asCopies(
  desk: HostileDesk,
  addresses: readonly HostileAddress[],
  issued: readonly Issued[],
  findings: Findings,
  fail: Fail,
): Promise<void> {
  for (const [at, { verdict, address }] of addresses.entries()) {
    // What else is refused is refused only here: where the desk itself listens.
    if (verdict !== 'refused' || /^\s*https:/iu.test(address)) continue;
    const intentId = issued[at]?.intentId;
    findings.tried += 2;
    const replies = [
      await desk.call('clipboard.copy', { text: address, linkOf: intentId }),
      await desk.call('request.recordCopy', { intentId, part: 'url', text: address }),
    ];
    if (replies.some((reply) => fetchedSchema.parse(reply).ok)) {
      fail(`${JSON.stringify(address.slice(0, 200))} was copied`);
    }
  }
  const good = { text: GOOD, linkOf: issued[0]?.intentId };
  if (!fetchedSchema.parse(await desk.call('clipboard.copy', good)).ok) {
    fail('not even a good link was copied');
  }
}

/** Fetched by the desk itself, from nowhere. */
async function asBills(
  desk: HostileDesk,
  provider: EvilProvider,
  issued: readonly Issued[],
  findings: Findings,
  fail: Fail,
): Promise<void> {
  for (const { intentId, orderId } of issued) {
    findings.tried += 1;
    const { ok } = fetchedSchema.parse(await desk.call('bill.fetch', { intentId }));
    if (ok) fail(`the bill of ${orderId} was opened`);
  }
  provider.say('B-good', { body: { payment_bill_url: `${provider.origin}/bill.png` } });
  const [good] = await issueAll(desk, [{ orderId: 'B-good', customer: 'good' }]);
  const reply = await desk.call('bill.fetch', { intentId: good?.intentId });
  if (!fetchedSchema.parse(reply).ok) fail('not even a good bill was fetched');
}

/** The bill is at the provider's own origin, which leads on. */
async function asRedirects(
  desk: HostileDesk,
  provider: EvilProvider,
  addresses: readonly HostileAddress[],
  findings: Findings,
  fail: Fail,
): Promise<void> {
  const orders = addresses.map(({ address }, at) => {
    provider.redirect(String(at), address);
    provider.say(`R-${at}`, { body: { payment_bill_url: `${provider.origin}/redirect/${at}` } });
    return { orderId: `R-${at}`, customer: `redirected-${at}` };
  });
  for (const { intentId, orderId } of await issueAll(desk, orders)) {
    findings.tried += 1;
    const { ok } = fetchedSchema.parse(await desk.call('bill.fetch', { intentId }));
    if (ok) fail(`the bill of ${orderId} was opened behind a redirect`);
  }
  const asked = provider.fetched().filter((path) => path.startsWith('/redirect/')).length;
  if (asked !== addresses.length) fail(`${asked} of ${addresses.length} redirects were met`);
}

/** Without this the noughts would mean nothing. */
async function goodOne(desk: HostileDesk, provider: EvilProvider, fail: Fail): Promise<void> {
  const before = desk.opened().length;
  // In Electron the operator agrees before the system's dialog, and nowhere else.
  if (desk.dialogs === null) {
    await desk.ask('link.confirm', { address: GOOD, profileId: EVIL_PROFILE });
  } else {
    const reply = await desk.call('link.confirm', { address: GOOD, profileId: EVIL_PROFILE });
    if (fetchedSchema.parse(reply).ok) fail('the page agreed in the operator’s place: opened');
    desk.dialogs.always((options) => {
      const { buttons, cancelId } = dialogSchema.parse(options);
      return buttons.findIndex((_button, at) => at !== cancelId);
    });
  }
  provider.say('L-good', { body: { payment_data: { number: '1', url: GOOD } } });
  await issueAll(desk, [{ orderId: 'L-good', customer: 'good' }]);
  const card = desk.page.getByRole('article').filter({ hasText: 'L-good' }).first();
  await card.locator('[aria-haspopup="menu"]').first().click();
  const items = desk.page.locator('[role="menuitem"]:not([aria-disabled="true"])');
  await items.filter({ hasText: 'Open payment page' }).click();
  await until('a good link is opened', () => desk.opened().length > before).catch(() =>
    fail('not even a good link was opened'),
  );
}

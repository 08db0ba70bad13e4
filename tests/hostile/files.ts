import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { PICTURES, patched } from '../../src/core/messages/bill/testing/pictures.ts';
import { exportOf } from '../contract/support/exporting.ts';
import { type EvilProvider, startEvilProvider } from './evilProvider.ts';
import { type HostileDesk, issueAll, onBothHosts } from './hostileDesk.ts';
import type { Part } from './part.ts';
import { until, withDataDir } from './waiting.ts';

/** 23,000: four bytes for each pixel are two gigabytes. */
const HUGE = [0x59, 0xd8] as const;
const MARKERS = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7] as const;

/** A browser sees the huge frame; whoever takes two bytes after the marker for a length sees the small one behind it. */
function hiddenFrame(marker: number): Buffer {
  const { jpeg } = PICTURES;
  const huge = patched(jpeg, jpeg.indexOf('ffc00011', 0, 'hex') + 5, ...HUGE, ...HUGE);
  const small = Buffer.from('ffc00011080002000203012200021101031101ffd9', 'hex');
  const over = Buffer.alloc(0xffe2 - huge.length);
  return Buffer.concat([
    huge.subarray(0, 2),
    Buffer.from([0xff, marker]),
    huge.subarray(2),
    over,
    small,
  ]);
}

const HOSTILE_PICTURES: readonly (readonly [name: string, bytes: Buffer])[] = [
  ...MARKERS.map((marker) => [`jpeg-${marker.toString(16)}`, hiddenFrame(marker)] as const),
  ['png-8000x5001', patched(PICTURES.png, 16, 0, 0, 0x1f, 0x40, 0, 0, 0x13, 0x89)],
  ['png-huge', patched(PICTURES.png, 16, 0, 1, 0, 0, 0, 1, 0, 0)],
  ['gif-huge', patched(PICTURES.gif, 6, 0xff, 0xff, 0xff, 0xff)],
  ['html', Buffer.from('<!doctype html><script>hostileRan = 1</script>')],
];

/** Each a cell of its own to somebody who reads the file with another delimiter. */
const FORMULAS: readonly string[] = ['=cmd|1', '+1+cmd', '-2+3', '@SUM(A1)', '＝1', ' =1', '"=1'];
const DELIMITERS = [',', ';'] as const;
const BEGINS = /^[\s"]*[=+\-@＝＋－＠]/u;

type Tries = { readonly desk: HostileDesk; readonly fail: (what: string) => void; tried: number };

/** What a provider or a customer can put into files that leave the desk, or that it takes in. */
export const filesPart: Part = {
  name: 'files',
  async run() {
    const failures: string[] = [];
    let tried = 0;
    await onBothHosts((start) =>
      withDataDir(async (dataDir) => {
        const provider = await startEvilProvider();
        const desk = await start({ dataDir, provider, profileName: 'Files' });
        const fail = (what: string): void => void failures.push(`${desk.host}: ${what}`);
        const tries: Tries = { desk, fail, tried: 0 };
        try {
          await pictures(tries, provider);
          await exported(tries);
          tried += tries.tried;
        } finally {
          await desk.close();
          await provider.close();
        }
      }),
    );
    return {
      tried,
      failures,
      figures: `${HOSTILE_PICTURES.length} pictures, ${FORMULAS.length} formulas behind either delimiter in files with either, on two hosts`,
      left: 'nothing',
    };
  },
};

const replySchema = z.looseObject({
  ok: z.boolean(),
  error: z.looseObject({ code: z.string() }).optional(),
});

async function pictures(tries: Tries, provider: EvilProvider): Promise<void> {
  const { desk, fail } = tries;
  const all = [...HOSTILE_PICTURES, ['good', PICTURES.jpeg] as const];
  for (const [name, bytes] of all) {
    provider.picture(name, bytes);
    provider.say(name, { body: { payment_bill_url: `${provider.origin}/picture/${name}` } });
    const [issued] = await issueAll(desk, [{ orderId: name, customer: 'bill' }]);
    const reply = replySchema.parse(
      await desk.call('bill.fetch', { intentId: issued?.intentId ?? '' }),
    );
    tries.tried += 1;
    if (name === 'good' && !reply.ok) fail('not even a good picture is shown');
    if (name !== 'good' && reply.error?.code !== 'bill_not_safe') fail(`${name} is shown`);
  }
}

const stateSchema = z.looseObject({ state: z.string(), file: z.string().nullable() });

async function exported(tries: Tries): Promise<void> {
  const { desk, fail } = tries;
  const orders = DELIMITERS.flatMap((behind) =>
    FORMULAS.map((formula, at) => ({
      orderId: `F-${behind.charCodeAt(0)}-${at}`,
      customer: `x${behind}${formula}`,
    })),
  );
  await issueAll(desk, orders);
  for (const delimiter of ['comma', 'semicolon'] as const) {
    const order = exportOf({ delimiter });
    await desk.ask('export.start', order);
    const look = async () =>
      stateSchema.parse(await desk.ask('export.state', { exportId: order.exportId }));
    await until('the export is done', async () => (await look()).state === 'done');
    const text = readFileSync((await look()).file ?? '', 'utf8');
    for (const { customer } of orders) {
      tries.tried += 1;
      if (!text.includes(customer.slice(2).replaceAll('"', '""'))) fail(`${customer} is not there`);
    }
    // As a reader with any delimiter takes it apart, quoted or not.
    const cells = text.split(/[,;\t\r\n]/u);
    for (const cell of cells) if (BEGINS.test(cell)) fail(`${delimiter}: ${cell} is a formula`);
  }
}

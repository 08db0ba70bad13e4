import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { profileSchema } from '../../src/shared/domain/profile.ts';
import { answerJson, answerPicture } from './answers.ts';

export const ANSWERING_PROFILE = 'answering';
const MERCHANT = '66666666-5555-4444-8333-222222222222';

const bodySchema = z.looseObject({
  order_id: z.string(),
  cents: z.number(),
  currency: z.string(),
  customer: z.string(),
});
type Body = z.infer<typeof bodySchema>;

/** What the provider says of a customer; `held` answers wait until they are let go. */
type Said = { readonly record: object; readonly held: boolean };

/** A provider that answers with whatever a test wants to see on a card. The sandbox's own requisites are always tidy. */
export type AnsweringProvider = {
  readonly origin: string;
  readonly answer: (customer: string, record: object, held?: boolean) => void;
  readonly letGo: (customer: string) => void;
  /** How often a request of this customer has arrived. */
  readonly posts: (customer: string) => number;
  readonly close: () => Promise<void>;
};

export type AnsweringMerchant = {
  readonly validMin: number | null;
  readonly mode: 'sandbox' | 'live';
};

/** What the desk finds in its data directory at its first start. */
export function writeAnsweringMerchant(
  dataDir: string,
  origin: string,
  { validMin, mode }: AnsweringMerchant,
): void {
  const profile = profileSchema.parse({
    id: ANSWERING_PROFILE,
    name: 'Answering',
    mode,
    baseUrl: origin,
    merchant: MERCHANT,
    dialect: DEFAULT_DIALECT,
    archivedAt: null,
    requisitesValidMin: validMin,
    proxy: { mode: 'none' },
  });
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'profiles.json');
  writeFileSync(file, JSON.stringify({ version: 1, profiles: [profile] }));
}

export async function startAnsweringProvider(): Promise<AnsweringProvider> {
  const said = new Map<string, Said>();
  const waiting = new Map<string, () => void>();
  const posts = new Map<string, number>();
  let next = 1;
  const recordOf = (body: Body): object => ({
    id: `99999999-1111-4111-8111-${String((next += 1)).padStart(12, '0')}`,
    merchant: MERCHANT,
    external_id: body.order_id,
    state: 'created',
    kind: 'deposit',
    amount_cents: body.cents,
    amount_currency: body.currency,
    payment_data: {},
    ...said.get(body.customer)?.record,
  });
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = bodySchema.parse(await json(request));
    posts.set(body.customer, (posts.get(body.customer) ?? 0) + 1);
    const answer = (): void => answerJson(response, 200, recordOf(body));
    if (said.get(body.customer)?.held === true) waiting.set(body.customer, answer);
    else answer();
  };
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      if (request.url === '/bill.png') answerPicture(response);
      else answerJson(response, 200, []);
      return;
    }
    void take(request, response);
  });
  const { port } = await new Promise<{ readonly port: number }>((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('not listening'));
      else resolve(address);
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    answer: (customer, record, held = false) => {
      said.set(customer, { record, held });
    },
    letGo: (customer) => {
      const answer = waiting.get(customer);
      if (answer === undefined) throw new Error(`Nothing of ${customer} is waiting`);
      answer();
    },
    posts: (customer) => posts.get(customer) ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Dialect, signatureSchema } from '#shared/dialect/schema.ts';

const fileSchema = z.strictObject({
  merchant: z.guid(),
  secrets: z.record(z.enum(['text', 'base64', 'hex']), z.string()),
  rsaKeyFile: z.string(),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      signature: signatureSchema,
      body: z.enum(['json', 'form']),
      secret: z.enum(['text', 'base64', 'hex', 'rsa']),
      flow: z.enum(['create', 'build']),
      fields: z.record(z.string(), z.union([z.string(), z.number()])),
      stringToSign: z.string(),
      signed: z.string(),
      /** Path and query. */
      target: z.string(),
      header: z.tuple([z.string(), z.string()]).nullable(),
      sent: z.string(),
    }),
  ),
});

/** Made by scripts/vectors.ts, with openssl. */
const file = fileSchema.parse(
  JSON.parse(readFileSync(new URL('signature-formats.json', import.meta.url), 'utf8')),
);

export const { cases, merchant } = file;
export type FormatCase = (typeof cases)[number];

const rsaKeyUrl = new URL(file.rsaKeyFile, import.meta.url);
export const rsaKeyFile = fileURLToPath(rsaKeyUrl);
const secrets = { ...file.secrets, rsa: readFileSync(rsaKeyUrl, 'utf8') };

export function secretOf({ secret }: FormatCase): string {
  return secrets[secret];
}

export function dialectOf({ signature, body }: FormatCase): Dialect {
  return { ...DEFAULT_DIALECT, signature, body };
}

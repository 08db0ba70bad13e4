import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * A customer of a profile that is shared masked, as the team has them: an HMAC under the team's customer key. Every desk has that key
 * from its invitation and the server has not, so that the same customer is the same text at every desk, and says nothing at the server.
 * A member of the team can test a guess.
 */
const MAC = /^hmac-sha256:(?<shown>[0-9a-f]{4})[0-9a-f]{60}$/u;
const KEY_BYTES = 32;

export type ShareCustomer = (customer: string) => string | null;

export function newCustomerKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** What the server may know of the key: two invitations of one team must bring the same one. */
export function customerKeyId(key: string): string {
  return createHash('sha256').update(`deposit-desk-team-1 customer key ${key}`).digest('hex');
}

/** Without the key nothing of a customer is shared. Two spellings of one name in Unicode are one customer. */
export function shareCustomerWith(key: string | null): ShareCustomer {
  return (customer) => {
    if (key === null) return null;
    const text = customer.trim().normalize('NFC');
    return `hmac-sha256:${createHmac('sha256', key).update(text).digest('hex')}`;
  };
}

/** As a screen shows it: of a masked customer four characters, enough to see that two rows are of the same one. */
export function shownCustomer(shared: string): string {
  const shown = MAC.exec(shared)?.groups?.['shown'];
  return shown === undefined ? shared : `#${shown}`;
}

/** Which pieces are in force: a new secret is written beside the old one's pieces, and only then takes their place. */
type Head = { readonly side: 'a' | 'b'; readonly count: number };

/**
 * Windows takes 2560 bytes for one credential, and one of the libraries needs two for each character. A private key, or a secret with
 * the one before it, is longer: it is kept as several items behind one that says how many.
 */
export function inPieces(keychain: NativeKeychain, longest: number): NativeKeychain {
  async function headOf(account: string): Promise<Head | null> {
    return readHead(await keychain.get(account));
  }
  async function drop(account: string, head: Head | null): Promise<void> {
    if (head === null) return;
    await Promise.all(namesOf(account, head).map((name) => keychain.delete(name)));
  }

  return {
    async get(account) {
      const text = await keychain.get(account);
      const head = readHead(text);
      if (head === null) return text;
      const names = namesOf(account, head);
      const pieces = await Promise.all(names.map((name) => keychain.get(name)));
      if (pieces.includes(null)) throw new Error(`a piece of ${account} is missing`);
      return Buffer.from(pieces.join(''), 'base64').toString('utf8');
    },
    async set(account, secret) {
      const before = await headOf(account);
      if (fits(secret, longest)) {
        await keychain.set(account, secret);
      } else {
        const pieces = cut(Buffer.from(secret, 'utf8').toString('base64'), longest);
        const head: Head = { side: before?.side === 'a' ? 'b' : 'a', count: pieces.length };
        const names = namesOf(account, head);
        await Promise.all(pieces.map((piece, at) => keychain.set(names[at] ?? account, piece)));
        await keychain.set(account, `pieces:${head.side}:${head.count}`);
      }
      await drop(account, before);
    },
    async delete(account) {
      const before = await headOf(account);
      await keychain.delete(account);
      await drop(account, before);
    },
  };
}

function readHead(text: string | null): Head | null {
  const [, side, count] = /^pieces:([ab]):(\d+)$/u.exec(text ?? '') ?? [];
  if (side === undefined || count === undefined) return null;
  return { side: side === 'a' ? 'a' : 'b', count: Number(count) };
}

function fits(secret: string, longest: number): boolean {
  // In bytes of UTF-8 it may be longer than in characters.
  const length = Math.max(secret.length, Buffer.byteLength(secret) / 2);
  return length <= longest && readHead(secret) === null;
}

function namesOf(account: string, { side, count }: Head): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${account}#${side}${at + 1}`);
}

function cut(text: string, longest: number): readonly string[] {
  const count = Math.ceil(text.length / longest);
  return Array.from({ length: count }, (_, at) => text.slice(at * longest, (at + 1) * longest));
}

/** Under this name people find the items in their keychain's own window. */
export const SERVICE = 'Deposit Desk';

/** What a library to the operating system's keychain can do. It rejects with words. */
export type NativeKeychain = {
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, secret: string) => Promise<void>;
  readonly delete: (account: string) => Promise<unknown>;
};

import { EventEmitter } from 'node:events';

import { toAppUrl } from './appAddress.ts';
import { record } from './journal.ts';
import { refuses } from './strict.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

type Details = { readonly isMainFrame: boolean; readonly requestingUrl: string };
type Contents = { readonly getURL: () => string } | null;
type CheckHandler = (
  contents: Contents,
  permission: string,
  origin: string,
  details: Details,
) => boolean;
type RequestHandler = (
  contents: Contents,
  permission: string,
  callback: (granted: boolean) => void,
  details: Details,
) => void;
type RequestListener = (
  details: { readonly url: string },
  answer: (given: { readonly cancel?: boolean }) => void,
) => void;

type OfferedDownload = {
  readonly url: string;
  readonly filename: string;
  readonly mimeType: string;
};

export class StandInProtocol {
  readonly #handlers = new Map<string, ProtocolHandler>();

  registerSchemesAsPrivileged(): void {}

  handle(scheme: string, handler: ProtocolHandler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Protocol '${scheme}' is already handled`);
    this.#handlers.set(scheme, handler);
  }

  handlerOf(scheme: string): ProtocolHandler | null {
    return this.#handlers.get(scheme) ?? null;
  }
}

class StandInWebRequest {
  #cancels: (url: string) => Promise<boolean> = async () => false;

  /** One listener, as in Electron: the last one set is the one that is asked. */
  onBeforeRequest({ urls }: { readonly urls: readonly string[] }, listener: RequestListener): void {
    this.#cancels = (url) =>
      new Promise((resolve) => {
        if (urls.some((one) => matches(one, url))) {
          listener({ url }, ({ cancel }) => resolve(cancel === true));
        } else resolve(false);
      });
  }

  isCancelled(url: string): Promise<boolean> {
    return this.#cancels(url);
  }
}

/** `scheme://host/path` with stars, as extensions write it. */
export function matches(pattern: string, url: string): boolean {
  const literal = pattern.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('*', '.*')}$`, 'u').test(url);
}

/** Keeps the handlers and asks them as Electron would. */
export class StandInSession extends EventEmitter {
  readonly protocol: StandInProtocol;
  readonly webRequest = new StandInWebRequest();
  // As in Electron: without a handler everything is granted, which is why an app must set them.
  #check: CheckHandler = () => true;
  #request: RequestHandler = (_contents, _permission, callback) => callback(true);

  constructor(protocol: StandInProtocol) {
    super();
    this.protocol = protocol;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  // No device is ever there.
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  /** The system has no proxy. */
  async resolveProxy(): Promise<string> {
    return 'DIRECT';
  }

  /** First what the page may know, then what it may do: both must agree. */
  async isGranted(permission: string, url: string): Promise<boolean> {
    const details = { isMainFrame: true, requestingUrl: url };
    const contents = { getURL: () => url };
    if (!this.#check(contents, permission, url, details)) return false;
    return await new Promise<boolean>((resolve) => {
      this.#request(contents, permission, resolve, details);
    });
  }

  /** True: the app lets it be saved. */
  offerDownload(offered: OfferedDownload): boolean {
    const url = `blob:${toAppUrl(offered.url.replace(/^blob:/u, ''))}`;
    const prevented = refuses(this, 'will-download', {
      getURL: () => url,
      getFilename: () => offered.filename,
      getMimeType: () => offered.mimeType,
      setSavePath: () => undefined,
    });
    record('download', { ...offered, url, prevented });
    return !prevented;
  }
}

import { EventEmitter } from 'node:events';

import { toAppUrl } from './appAddress.ts';
import { RefusableEvent } from './emitter.ts';
import { record } from './journal.ts';
import { systemProxy } from './systemProxy.ts';
import { needsEarly, needsSession } from './ready.ts';
import { StandInWebRequest } from './webRequest.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

type CheckHandler = (
  contents: { readonly getURL: () => string } | null,
  permission: string,
  requestingOrigin: string,
  details: { readonly isMainFrame: boolean; readonly requestingUrl?: string },
) => boolean;
type RequestHandler = (
  contents: object,
  permission: string,
  callback: (granted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;

export type OfferedDownload = {
  readonly url: string;
  readonly filename: string;
  readonly mimeType: string;
};

export class StandInProtocol {
  readonly #handlers = new Map<string, ProtocolHandler>();

  registerSchemesAsPrivileged(schemes: unknown): void {
    needsEarly('protocol.registerSchemesAsPrivileged should be called before app is ready');
    record('privileged', schemes);
  }

  handle(scheme: string, handler: ProtocolHandler): void {
    needsSession();
    if (this.#handlers.has(scheme)) throw new Error(`Protocol '${scheme}' is already handled`);
    this.#handlers.set(scheme, handler);
  }

  unhandle(scheme: string): void {
    this.#handlers.delete(scheme);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  handlerOf(scheme: string): ProtocolHandler | null {
    return this.#handlers.get(scheme) ?? null;
  }
}

/** Keeps the handlers and asks them as Electron would. */
export class StandInSession extends EventEmitter {
  readonly protocol: StandInProtocol;
  readonly webRequest = new StandInWebRequest();
  // As in Electron: without a handler everything is granted, which is why an app must set them.
  #check: CheckHandler = () => true;
  #isResolverStuck = false;
  #request: RequestHandler = (_contents, _permission, callback) => callback(true);

  constructor(protocol: StandInProtocol) {
    super();
    this.protocol = protocol;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler ?? (() => true);
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler ?? ((_contents, _permission, callback) => callback(true));
  }

  /** No device is ever there; that they were asked for is worth knowing. */
  setDevicePermissionHandler(handler: unknown): void {
    record('sessionHandler', { name: 'device', handler });
  }

  setBluetoothPairingHandler(handler: unknown): void {
    record('sessionHandler', { name: 'bluetoothPairing', handler });
  }

  setUSBProtectedClassesHandler(handler: unknown): void {
    record('sessionHandler', { name: 'usbProtectedClasses', handler });
  }

  setDisplayMediaRequestHandler(handler: unknown): void {
    record('sessionHandler', { name: 'displayMedia', handler });
  }

  setCertificateVerifyProc(handler: unknown): void {
    record('sessionHandler', { name: 'certificateVerify', handler });
  }

  setSpellCheckerEnabled(isEnabled: boolean): void {
    record('spellChecker', isEnabled);
  }

  setSpellCheckerDictionaryDownloadURL(url: string): void {
    record('spellCheckerUrl', url);
  }

  async clearCache(): Promise<void> {}

  async clearStorageData(): Promise<void> {
    record('clearStorageData', true);
  }

  /** `DIRECT` where the system has no proxy. One question after the other, as Electron asks them: one that hangs stops all. */
  async resolveProxy(url: string): Promise<string> {
    const answer = systemProxy(new URL(url).hostname);
    this.#isResolverStuck ||= answer === null;
    if (answer === null || this.#isResolverStuck) return new Promise<never>(() => undefined);
    return answer;
  }

  /** First what the page may know, then what it may do: both must agree. */
  async isGranted(permission: string, url: string): Promise<boolean> {
    const details = { isMainFrame: true, requestingUrl: url };
    const isKnown = this.#check({ getURL: () => url }, permission, url, details);
    const isGiven =
      isKnown &&
      (await new Promise<boolean>((resolve) => {
        this.#request({}, permission, resolve, details);
      }));
    record('permission', { permission, url, granted: isGiven });
    return isGiven;
  }

  /** True: the app lets it be saved. */
  offerDownload(offered: OfferedDownload, contents: object): boolean {
    const url = offered.url.startsWith('blob:')
      ? `blob:${toAppUrl(offered.url.slice('blob:'.length))}`
      : toAppUrl(offered.url);
    const item = {
      getURL: () => url,
      getFilename: () => offered.filename,
      getMimeType: () => offered.mimeType,
      getURLChain: () => [url],
      hasUserGesture: () => true,
      setSavePath: (file: string) => record('savePath', file),
      setSaveDialogOptions: (options: unknown) => record('saveDialog', options),
      cancel: () => record('downloadCancelled', url),
      on: () => item,
      once: () => item,
    };
    const event = new RefusableEvent();
    this.emit('will-download', event, item, contents);
    record('download', { ...offered, url, prevented: event.defaultPrevented });
    return !event.defaultPrevented;
  }
}

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

type CheckHandler = (
  contents: { readonly getURL: () => string } | null,
  permission: string,
  requestingOrigin: string,
  details: { readonly isMainFrame: boolean },
) => boolean;
type RequestHandler = (
  contents: object,
  permission: string,
  callback: (granted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;

/** Keeps the handlers and asks them as Electron would. */
export class StandInSession {
  // As in Electron: without a handler everything is granted, which is why an app must set them.
  #check: CheckHandler = () => true;
  #request: RequestHandler = (_contents, _permission, callback) => callback(true);

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setDevicePermissionHandler(): void {}

  /** What Chromium answers where the system has no proxy. */
  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }

  async isGranted(permission: string, url: string): Promise<boolean> {
    const isMainFrame = true;
    if (!this.#check({ getURL: () => url }, permission, url, { isMainFrame })) return false;
    return await new Promise((resolve) => {
      this.#request({}, permission, resolve, { requestingUrl: url, isMainFrame });
    });
  }
}

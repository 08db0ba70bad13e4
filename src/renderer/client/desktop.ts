/** What this browser or window allows. `cannot`: it has no notifications at all. */
export type DesktopPermission = 'granted' | 'denied' | 'default' | 'cannot';

export function desktopPermission(): DesktopPermission {
  return 'Notification' in window ? Notification.permission : 'cannot';
}

/** Asks the operator by the browser's own question; to be called when they have just chosen it. */
export async function askDesktop(): Promise<DesktopPermission> {
  return 'Notification' in window ? Notification.requestPermission() : 'cannot';
}

type DesktopNotice = {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly onOpen: () => void;
};

export function showOnDesktop({ title, body, tag, onOpen }: DesktopNotice): void {
  if (desktopPermission() !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onOpen();
    });
  } catch {
    // A system that takes none just now: the notice in the app says the same.
  }
}

import { onDemand } from './ui/onDemand.tsx';

/** Everything but the first screen. */
export const log = onDemand(async () => (await import('./features/log/LogScreen.tsx')).LogScreen);
export const statements = onDemand(
  async () => (await import('./features/statements/StatementsScreen.tsx')).StatementsScreen,
);
export const customer = onDemand(
  async () => (await import('./features/log/customer/CustomerScreen.tsx')).CustomerScreen,
);
export const inbox = onDemand(
  async () => (await import('./features/callbacks/InboxScreen.tsx')).InboxScreen,
);
export const batch = onDemand(
  async () => (await import('./features/batch/BatchScreen.tsx')).BatchScreen,
);
export const overview = onDemand(
  async () => (await import('./features/overview/OverviewScreen.tsx')).OverviewScreen,
);
export const settings = onDemand(
  async () => (await import('./features/desk/settings/SettingsRoutes.tsx')).SettingsRoutes,
);
export const teamLog = onDemand(
  async () => (await import('./features/team/TeamLog.tsx')).TeamLogScreen,
);
export const handOver = onDemand(
  async () => (await import('./features/overview/handOver/HandOverScreen.tsx')).HandOverScreen,
);

export const help = onDemand(
  async () => (await import('./features/desk/help/HelpScreen.tsx')).HelpScreen,
);

/** No screen, but nothing that the first frame shows either. */
export const messageDesk = onDemand(
  async () => (await import('./features/messages/MessageDesk.tsx')).MessageDesk,
  null,
);

const OTHERS = [log, inbox, overview, batch, statements, settings, handOver, customer];
/** What the first screen asks for by itself comes first. */
const FIRST_MS = 1500;
/** Loaded when idle, or after this long in a browser without idle time. */
const LATEST_MS = 5000;

/** One after the other, whenever the page has nothing to do: a screen is loaded before the operator opens it. */
export function loadOthersWhenIdle(): () => void {
  let stopped = false;
  const loadFrom = (at: number): void => {
    requestIdleCallback(() => void loadOne(at), { timeout: LATEST_MS });
  };
  const loadOne = async (at: number): Promise<void> => {
    const screen = OTHERS[at];
    if (stopped || screen === undefined) return;
    await screen.load();
    loadFrom(at + 1);
  };
  const timer = setTimeout(() => loadFrom(0), FIRST_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

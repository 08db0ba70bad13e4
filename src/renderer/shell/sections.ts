/** Only what works is listed. The key is the physical one, whatever the layout. */
export const SECTIONS = [
  { path: '/', word: 'nav.new', code: 'Digit1' },
  { path: '/log', word: 'log.title', code: 'Digit2' },
  { path: '/inbox', word: 'inbox.title', code: 'Digit3' },
  { path: '/overview', word: 'overview.title', code: 'Digit4' },
  {
    path: '/settings',
    word: 'settings.title',
    code: 'Digit5',
  },
] as const;

/** Screens that no section has. */
export const PLACES = [
  { path: '/hand-over', word: 'command.shift.handOver' },
  { path: '/help', word: 'command.help.open' },
  { path: '/about', word: 'command.about.open' },
] as const;

export function isSection(path: string, location: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
}

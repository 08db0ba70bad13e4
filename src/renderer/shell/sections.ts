import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconInbox,
  IconList,
  IconPlus,
} from '@tabler/icons-react';

/** Only what works is listed. The key is the physical one, whatever the layout. */
export const SECTIONS = [
  { path: '/', word: 'nav.new', icon: IconPlus, code: 'Digit1' },
  { path: '/log', word: 'nav.log', icon: IconList, code: 'Digit2' },
  { path: '/inbox', word: 'nav.inbox', icon: IconInbox, code: 'Digit3' },
  { path: '/overview', word: 'nav.overview', icon: IconChartBar, code: 'Digit4' },
  {
    path: '/settings',
    word: 'nav.settings',
    icon: IconAdjustmentsHorizontal,
    code: 'Digit5',
  },
] as const;

/** Screens that no section has. */
export const PLACES = [
  { path: '/hand-over', word: 'command.shift.handOver' },
  { path: '/help', word: 'command.help.open' },
  { path: '/about', word: 'about.title' },
] as const;

export function isSection(path: string, location: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
}

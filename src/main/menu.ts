import type { MenuItemConstructorOptions } from 'electron';

/** Roles only: the system translates them and gives them its own keys. The page's own keys stay free. */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const shared: MenuItemConstructorOptions[] = [
    { role: 'editMenu' },
    {
      role: 'viewMenu',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
  return platform === 'darwin'
    ? [{ role: 'appMenu' }, ...shared]
    : [{ role: 'fileMenu', submenu: [{ role: 'quit' }] }, ...shared];
}

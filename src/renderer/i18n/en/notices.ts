export const notices = {
  'notice.region': 'Latest notifications',
  'notice.open': 'Open',
  'notice.close': 'Close the notification about {{customer}}',
  'notice.private': 'A request changed',
  'notice.closeAll': 'Close all',
  'notice.to': 'now',
  'notice.change': '{{before}} → {{now}}',
  'notice.noState': 'Called back without a state',
  'notice.unverified': 'unverified',
  'notice.more_one': 'and {{count}} more',
  'notice.more_other': 'and {{count}} more',
  'settings.notifications': 'Notifications',
  'settings.notifications.text':
    'When the provider calls back and a request’s state or paid amount changes. F8 opens the newest one, wherever you are typing.',
  'settings.notifications.where': 'Tell me',
  'settings.notifications.off': 'Nothing',
  'settings.notifications.app': 'In the app',
  'settings.notifications.desktop': 'On the desktop too',
  'settings.notifications.off.meaning': 'Nothing pops up. The Log and the Inbox show it as ever.',
  'settings.notifications.app.meaning': 'A note in the corner of this window.',
  'settings.notifications.desktop.meaning':
    'The same, and a notification of the system: customer, order, state. Never a requisite.',
  'settings.notifications.asking': 'The browser is asking. Answer its question first.',
  'settings.notifications.default':
    'This browser has not been asked yet whether it may show notifications. Until then they stay in the app.',
  'settings.notifications.allow': 'Allow in this browser',
  'settings.notifications.denied':
    'This browser refuses notifications for the desk, so they stay in the app. Allow them for this address in the browser’s site settings, then choose it again.',
  'settings.notifications.cannot':
    'This browser has no desktop notifications. They stay in the app.',
  'settings.notifications.closed':
    'The question was closed without an answer, so they stay in the app. Choose it again to be asked again.',
} as const;

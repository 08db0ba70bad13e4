/** The way out of the page, and what the window around it does. */
export const outside = {
  'outside.ask.title': 'Open this site in the browser?',
  'outside.ask.text':
    'The link comes from the provider’s answer, and this site has not been opened for the profile {{profile}} yet. Check that you know the name. It is asked once per site and profile.',
  'outside.ask.open': 'Open',
  'outside.ask.cancel': 'Do not open',
  'outside.refused.not_a_link': 'not opened: this is not a web address.',
  'outside.refused.credentials': 'not opened: the address carries a user name or password.',
  'outside.refused.not_https':
    'not opened: the address is not encrypted. Plain http is opened only at the Sandbox profile in use.',
  'outside.refused.own_address': 'not opened: the address leads back to this computer.',
  'lock.title': 'The screen is locked',
  'lock.show': 'Show the desk',
  'diagnostics.title': 'Diagnostics',
  'diagnostics.text':
    'A file for whoever helps you: versions, settings, the state of the log and the program’s own log file. No customers, amounts, requisites, order IDs, names or secrets.',
  'diagnostics.saved': 'Saved, {{size}}:',
  'command.diagnostics.save': 'Save diagnostics',
  'about.updates': 'Updates',
  'about.updates.off': 'Off: this build does not look for any.',
  'about.updates.on': 'On, channel {{channel}}',
} as const;

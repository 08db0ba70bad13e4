/** Parts of the app whose code is loaded when they are needed. */
export const parts = {
  'part.loading': 'Loading',
  'part.failed.title': 'This part of the desk could not be loaded',
  'part.failed.text':
    'Nothing was sent because of it, and nothing is lost. If it fails again, reload the page; if that does not help, start Deposit Desk anew.',

  'longText.all': 'Show all',
  'longText.less': 'Show less',
  'longText.length_one': '{{value}} character',
  'longText.length_other': '{{value}} characters',
} as const;

export const secrets = {
  'secret.needed': 'needs to be entered',
  'secret.checking': 'Asking the keychain…',
  'secret.where':
    'What is entered here goes into {{storeName}} and never comes back to the screen. It is bound to the host of the provider’s address.',
  'secret.fixed':
    'The Sandbox’s secret is made by the desk at each start and kept in memory only. There is nothing to enter.',
  'secret.signing': 'Signing secret',
  'secret.signing.text':
    'Signs every request. The provider gives it together with the merchant ID.',
  'secret.signing.pem':
    'This format signs with RSA, so the secret is a private key in PEM form: BEGIN PRIVATE KEY or BEGIN RSA PRIVATE KEY stands in its first line.',
  'secret.callback': 'Callback secret',
  'secret.callback.text':
    'What the provider signs its callbacks with. No request is signed with it.',
  'secret.callback.pem':
    'Callbacks of this format are signed with RSA, so this is the provider’s public key in PEM form: BEGIN PUBLIC KEY stands in its first line.',
  'secret.header.text': 'Sent with every request in the header {{header}}.',
  'secret.state.stored': 'Stored in {{storeName}}',
  'secret.state.run': 'Kept for this run only, gone when the desk closes',
  'secret.state.own': 'Made by the desk, kept in memory only',
  'secret.state.missing': 'No secret yet',
  'secret.state.other_host': 'The address changed: enter it again',
  'secret.state.store_changed':
    'It was stored in another keychain, which is not the one in use now: enter it again',
  'secret.field': 'Secret',
  'secret.hint': 'It can be replaced, but never read back here.',
  'secret.replaces':
    'Replaces the stored one. The old secret is kept until the new one has been accepted.',
  'secret.save': 'Store secret',
  'secret.replace': 'Replace secret',
  'secret.chooseFile': 'Choose key file',
  'secret.spaced': 'It begins or ends with a space. If that came with copying, take it away.',
  'secret.fault.empty': 'Enter the secret.',
  'secret.fault.not_pem':
    'Not a private key in PEM form. Its first line says BEGIN PRIVATE KEY or BEGIN RSA PRIVATE KEY.',
  'secret.fault.public_pem': 'This is the public key. Signing needs the private one.',
  'secret.fault.is_merchant':
    'The merchant ID is not a secret. Enter the secret that the provider gave you.',
  'secret.fault.is_header':
    'This is the value of a header of the provider format, so it is not a secret. Enter the secret that the provider gave you.',
  'secret.fault.not_header':
    'It travels in a header, so only Latin letters, digits and plain marks.',
  'secret.notStored': 'Not stored',
  'secret.next': 'Next: see that the provider’s format is right, then check the connection.',
  'secret.keepForRun': 'Keep for this run only',
  'secret.keepForRun.text':
    'Without a keychain the secret can be kept in memory until the desk closes. It is never written to a file, so it must be entered again after each start.',
  'secret.rotation': 'Replaced {{time}}',
  'secret.rotation.text':
    'The old secret is kept until the new one has been accepted: by a signed check, or by the first accepted request.',
  'secret.takeBack': 'Take back the old secret',
  'secret.delete': 'Delete secret',
  'secret.delete.title': 'Delete this secret?',
  'secret.delete.text': 'Nothing can be issued for this profile until one is entered again.',
  'secret.delete.keep': 'Keep it',
  'file.export': 'Export profiles',
  'file.export.text':
    'A file that sets another desk up the same way: addresses, merchant IDs, provider formats, safety. No secrets are in it: each desk enters its own.',
  'file.export.none': 'There is no profile of yours yet. Add one first.',
  'file.export.sameOrders': 'Several desks would give the same order IDs',
  'file.export.sameOrders.text':
    'Each desk counts for itself: {{profiles}}. Put {random} into the order ID pattern under Set-up before you hand it on, or give each desk a beginning of its own.',
  'file.export.which': 'Profiles to export',
  'file.export.do': 'Export ({{count}})',
  'file.export.done': 'Handed to the browser as a download',
  'file.import': 'Import profiles',
  'file.import.text':
    'A profile file from another desk. Nothing changes before you have seen what would.',
  'file.import.choose': 'Choose file',
  'file.import.file': 'Profile file',
  'file.import.drop': 'or drop it here',
  'file.import.paste': 'Or paste its text',
  'file.import.do': 'Import',
  'file.preview': 'What importing would do',
  'file.action.add': 'new',
  'file.action.change': 'changes',
  'file.action.same': 'same as here',
  'file.needsSecret': 'needs its secret afterwards',
  'file.needsSecretNow': 'needs its secret now',
  'file.changes': 'Changes of {{profile}}',
  'file.knob': 'Setting',
  'file.before': 'Now',
  'file.after': 'After',
  'file.imported_one': '{{count}} profile imported.',
  'file.imported_other': '{{count}} profiles imported.',
} as const;

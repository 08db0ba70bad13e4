export const failures = {
  'failure.unknown_operation': 'The page and the desk are of different versions. Reload the page.',
  'failure.invalid_input':
    'The desk did not understand the page. Nothing was done. Reload the page.',
  'failure.invalid_output':
    'The desk’s answer could not be read. Look in the Log before you repeat.',
  'failure.internal': 'Something broke inside the desk. Look in the Log before you repeat.',
  'failure.not_authorised': 'This tab has no access to the desk any more. Open a fresh link.',
  'failure.host_unreachable':
    'The desk did not answer. Press again when it is back: the same draft is never issued twice.',
  'failure.profile_not_found': 'This profile no longer exists. Choose another one.',
  'failure.request_not_found': 'The Log has no such request.',
  'failure.live_not_allowed':
    'Live issuing is off in this browser host, so nothing was sent. Start the desk with --live to turn it on.',
  'failure.profile_fixed': 'The Sandbox profile belongs to the desk and cannot be changed.',
  'failure.intent_conflict':
    'This draft was already issued with other fields, so nothing was sent now. Check it in the Log before you start another.',
  'failure.not_recorded':
    'It can’t be recorded, so it was not sent. Check the disk: free space, and that it can be written.',
  'failure.vault_unavailable': 'The keychain cannot be used now. Unlock it and try again.',
  'failure.secret_not_stored': 'The secret was not stored: the keychain refused it.',
  'failure.not_recorded.action':
    'It could not be recorded, so nothing has changed. Check the disk: free space, and that it can be written.',
  'failure.log_unavailable':
    'The log is not in order, so nothing was done. What is wrong stands at the top of the window.',
  'failure.backup_not_usable': 'This backup was not restored. The log is as it was.',
  'failure.not_resolvable':
    'Nothing has changed: this cannot be resolved so, or somebody already did.',
  'failure.confirmation_mismatch': 'Nothing was sent: what you typed is not the old order ID.',
  'failure.too_late_to_cancel': 'Too late to cancel: the outcome is already there.',
  'failure.copy_locked': 'Copying is locked for this request.',
  'failure.invalid_fields': 'Nothing was sent. Fix the marked fields.',
  'failure.order_open.prepared':
    'Order {{order}} is being issued right now. Nothing was sent a second time. Take another order ID.',
  'failure.order_open.sending':
    'Order {{order}} was sent and waits for its answer. Nothing was sent a second time. Take another order ID.',
  'failure.order_open.unknown':
    'Order {{order}} has no answer and may exist at the provider, so it is locked. Nothing was sent. Take another order ID.',
  'failure.title': 'Not issued',
  'failure.titleUnclear': 'Not confirmed: it may have been issued',
  'failure.load': 'This could not be loaded',
  'failure.detail': 'Detail: {{detail}}',
  'money.empty': 'Enter an amount.',
  'money.malformed': 'This does not read as an amount. Digits, with . or , before the decimals.',
  'money.negative': 'An amount cannot be negative.',
  'money.too_many_decimals':
    'At most two decimals. A single mark before three digits could mean two amounts, so it is not guessed.',
  'money.too_large': 'This amount is too large to be exact.',
  'fault.required.cents': 'Enter an amount.',
  'fault.required.currency': 'Choose a currency.',
  'fault.required.payment_type': 'Choose a payment type.',
  'fault.required.customer': 'Name the customer: a direct request needs one.',
  'fault.required.order_id': 'Enter an order ID.',
  'fault.required.other': 'This is needed.',
  'fault.not_positive': 'The amount must be more than zero.',
  'fault.unsafe_amount': 'This amount is too large to be exact.',
  'fault.below_minimum': 'Below the minimum of {{limit}} {{currency}}.',
  'fault.above_maximum': 'Above the maximum of {{limit}} {{currency}}.',
  'fault.currency_not_in_flow': '{{currency}} cannot be used in this kind of request.',
  'fault.currency_not_offered':
    'The provider does not offer {{currency}} now. Offered: {{offered}}.',
  'fault.type_not_offered':
    'The provider does not offer {{type}} for {{currency}} now. Offered: {{offered}}.',
  'fault.separator':
    'It cannot contain “::” or begin or end with “:”. Those separate fields in the signature.',
  'fault.control_character': 'It contains an invisible control character. Type it again.',
  'fault.too_long': 'At most {{limit}} characters.',
  'fault.malformed_url': 'Not a web address. It begins with https:// or http://',
  'fault.warn': 'By limits read earlier: {{fault}} They are read again when you issue.',
  'fault.noneOffered': 'none',
} as const;

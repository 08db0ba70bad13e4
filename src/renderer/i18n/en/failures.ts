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
  'failure.host_unreachable.load': 'The desk did not answer. Try again when it is back.',
  'failure.profile_not_found': 'This profile no longer exists. Choose another one.',
  'failure.request_not_found': 'The Log has no such request.',
  'failure.live_not_allowed':
    'Live issuing is off in this browser host, so nothing was sent. Start the desk with --live to turn it on.',
  'failure.live_not_confirmed':
    'Nobody has confirmed this live profile since the desk was started or the profile was changed, so nothing was sent. Press again and confirm it.',
  'failure.profile_fixed': 'The Sandbox profile belongs to the desk and cannot be changed.',
  'failure.intent_conflict':
    'This draft was already issued with other fields, so nothing was sent now. Check it in the Log before you start another.',
  'failure.not_recorded':
    'It can’t be recorded, so it was not sent. Check the disk: free space, and that it can be written.',
  'failure.profile_archived':
    'This profile is archived, so nothing is issued for it. Unarchive it in Settings, or choose another one.',
  'failure.profile_in_use':
    'This profile has issued requests, so it cannot be deleted. Archive it: it leaves the lists, and its requests stay readable.',
  'failure.profile_stays_live':
    'This profile has issued live requests, so it stays Live: as a sandbox its next ones would look like tests. Add another profile for tests.',
  'failure.profile_file_unreadable':
    'This is not a profile file that the desk can read. Nothing was changed.',
  'failure.vault_unavailable': 'There is no keychain that can be used on this machine now.',
  'failure.vault_locked': 'The keychain is locked. Unlock it, then try again.',
  'failure.vault_denied':
    'The keychain refused access to this program. Allow it in the keychain’s own settings, then try again.',
  'failure.vault_timed_out':
    'The keychain did not answer within 20 seconds. It may be waiting for a password in another window. Look for it, then try again.',
  'failure.vault_store_changed':
    'The keychain is another one than when the secret was stored, so the secret is not in it. Enter it again, or bring the former keychain back.',
  'failure.secret_not_stored':
    'The keychain gave back something else than was written, so the secret does not count as stored.',
  'failure.secret_missing': 'A secret of this profile is missing. Enter it in Settings.',
  'failure.secret_unusable':
    'The secret cannot be used with this provider format: its key could not be read. Check the key’s form, or the format’s key transform.',
  'failure.secret_not_secret':
    'This value is no secret: it is the merchant ID, or the value of a header. Nothing was stored.',
  'failure.known_value_is_secret':
    'The merchant ID or the value of a header equals a secret of this profile, which would then be no secret. Nothing was saved. Check what was pasted, or replace the secret first.',
  'failure.not_recorded.action':
    'It could not be recorded, so nothing has changed. Check the disk: free space, and that it can be written.',
  'failure.log_unavailable':
    'The log is not in order, so nothing was done. What is wrong stands at the top of the window.',
  'failure.backup_not_usable': 'This backup was not restored. The log is as it was.',
  'failure.not_resolvable':
    'Nothing has changed: this cannot be resolved so, or somebody already did.',
  'failure.mark_of_accepted':
    'Not taught: answers to requests that were created carry this mark. Choose another one.',
  'failure.not_disposable':
    'Nothing was recorded: the provider has named another amount since, or exactly what was asked for. Look again.',
  'failure.confirmation_mismatch': 'Nothing was sent: what you typed is not the old order ID.',
  'failure.too_late_to_cancel': 'Too late to cancel: the outcome is already there.',
  'failure.copy_locked': 'Copying is locked for this request.',
  'failure.link_not_safe':
    'The link is not safe to open, so it was not copied. Ask the provider for an https link.',
  'failure.search_gone':
    'This search is no longer held by the desk. Search again: nothing is lost.',
  'failure.log_not_empty':
    'The log is not empty, so no sample day was loaded. Nothing has changed.',
  'failure.view_limit':
    'There are as many saved views as the desk keeps. This one was not saved. Delete one, then save it again.',
  'failure.export_not_found':
    'The desk knows no such export: it was started again since. What was not finished left no file. Export again.',
  'failure.preset_limit':
    'There are as many presets as the desk keeps. This one was not saved. Delete one, then save it again.',
  'failure.template_limit':
    'There are as many wordings of your own as the desk keeps. This one was not saved. Delete one, then save it again.',
  'failure.bill_not_fetched':
    'The bill could not be fetched from the provider. Nothing else has changed. Try again.',
  'failure.bill_not_safe':
    'The bill is not shown: what the provider’s address leads to is not a picture that is safe to open.',
  'failure.diagnostics_not_saved':
    'The diagnostics file could not be written, and nothing else has changed. Look whether the disk is full and the folder can be written to, then try again.',
  'failure.folder_denied':
    'The system does not let this program write into the folder. No file was written, and nothing else has changed. Choose another folder, or allow it: on macOS in Privacy & Security, Files and Folders; on Windows in Ransomware protection.',
  'failure.invalid_fields': 'Nothing was sent. Fix the marked fields.',
  'failure.order_open.prepared':
    'Order {{order}} is being issued right now. Nothing was sent a second time. Take another order ID.',
  'failure.order_open.sending':
    'Order {{order}} was sent and waits for its answer. Nothing was sent a second time. Take another order ID.',
  'failure.order_open.unknown':
    'Order {{order}} has no answer and may exist at the provider, so it is locked. Nothing was sent. Resolve it; only another request takes another order ID.',
  'failure.unanswered_before':
    'An earlier request for this customer and amount, {{order}}, has no answer and may exist at the provider. Nothing was sent. Press Issue and type its order ID to issue it again.',
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
  'fault.control_character': 'It contains invisible characters or unusual spaces. Type it again.',
  'fault.too_long': 'At most {{limit}} characters.',
  'fault.url_space': 'No spaces in an address. A space in a path is written %20.',
  'fault.url_credentials': 'No name and password in an address: whoever is called would see them.',
  'fault.malformed_url': 'Not a web address. It begins with https:// or http://',
  'fault.warn': 'By limits read earlier: {{fault}} They are read again when you issue.',
  'fault.noneOffered': 'none',
} as const;

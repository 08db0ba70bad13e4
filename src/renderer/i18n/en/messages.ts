export const messages = {
  'copy.checked': 'Copied · checked',
  'copy.not_checked': 'Copied · not checked',
  'copy.different':
    'The clipboard holds something else than was copied. Do not paste it: copy again.',
  'copy.notRecorded': 'Copied, but the copy could not be recorded in the Log.',

  'message.title': 'Message to the customer',
  'message.copy': 'Copy message',
  'message.copy.receipt': 'Copy receipt',
  'message.copy.refusal': 'Copy closing message',
  'message.language': 'Language of messages',
  'message.language.en': 'English',
  'message.language.ru': 'Русский',
  'message.language.uz': 'Oʻzbekcha',
  'message.language.kk': 'Қазақша',
  'message.language.tg': 'Тоҷикӣ',
  'message.draft': '{{name}} · draft',
  'message.channel': 'Sent by',
  'message.channel.telegram': 'Telegram',
  'message.channel.whatsapp': 'WhatsApp',
  'message.channel.plain': 'Plain text',
  'message.preview': 'Preview',
  'message.hide': 'Hide preview',
  'message.then': 'Then, pressed again:',
  'message.edit': 'Change for this once',
  'message.edit.hint': 'Only this message changes. The wording stays as it is.',
  'message.text': 'Text of the message',
  'message.restore': 'Undo changes',
  'message.source.desk': 'The desk’s wording',
  'message.source.own': 'Your office’s wording',
  'message.source.edited': 'Changed by hand',
  'message.hidden.masked': 'Reveal the requisites to see the message.',
  'message.hidden.privacy': 'Hidden by privacy mode. Copying works.',
  'message.remark.hidden':
    'Came with characters that nobody sees: {{fields}}. They are copied as they came.',
  'message.remark.telegram':
    'Telegram may take marks in this for formatting: {{fields}}. The number has no backticks here, so that it stays whole.',
  'message.remark.whatsapp':
    'WhatsApp may take marks in this for formatting: {{fields}}. Look at the message once after sending.',
  'message.remark.link':
    'Telegram may take marks in the link for formatting. Press the link once after sending.',

  'message.none.unsafe_link':
    'There is no message: the link is not safe to open, so it is not handed on. Ask the provider for an https link.',
  'message.none.nothing_to_pay':
    'There is no message: the provider returned neither a number nor a link.',

  'message.concern.expired': 'These requisites are no longer valid.',
  'message.concern.no_number': 'The text does not hold the number as it was returned.',
  'message.concern.no_link': 'The text does not hold the link as it was returned.',
  'message.asked': 'Not copied yet. {{concern}} Press again to copy it anyway.',
  'message.asked.receipt':
    'Not copied yet. The provider says “{{state}}”. Press again to copy the receipt.',
  'message.asked.refusal':
    'Not copied yet. The provider says “{{state}}”. Press again to copy that the request is closed.',
  'message.asked.unverified': 'The state is not signed: check it with the provider first.',
  'closed.copy.title': 'Closed: the provider says “{{state}}”. Copy it anyway?',
  'closed.copy.text':
    'Order {{order}} for {{customer}}. Money sent to these requisites now may be lost. Nothing is copied yet.',
  'closed.copy.back': 'Do not copy',
  'message.source.receipt': 'Receipt: the provider says “{{state}}”',
  'message.source.refusal': 'Request closed: the provider says “{{state}}”',
  'message.next.number': 'Press again for the bare number.',
  'message.next.message': 'Press again for the second message.',
  'message.second': 'the second of two',

  'message.said.message.checked': 'Message for {{customer}} copied · checked.',
  'message.said.message.not_checked': 'Message for {{customer}} copied · not checked.',
  'message.said.message.different':
    'The clipboard does not hold the message for {{customer}}. Do not paste it: copy again.',
  'message.said.message.notRecorded':
    'Message for {{customer}} copied, but the copy could not be recorded in the Log.',
  'message.said.number.checked': 'Number for {{customer}} copied · checked.',
  'message.said.number.not_checked': 'Number for {{customer}} copied · not checked.',
  'message.said.number.different':
    'The clipboard does not hold the number for {{customer}}. Do not paste it: copy again.',
  'message.said.number.notRecorded':
    'Number for {{customer}} copied, but the copy could not be recorded in the Log.',

  'message.refused.waiting': '{{customer}} is still waiting: nothing copied.',
  'message.refused.unknown': 'There is no answer for {{customer}}: nothing copied.',
  'message.refused.rejected': 'The provider refused the request for {{customer}}: nothing copied.',
  'message.refused.not_sent': 'The request for {{customer}} was not sent: nothing copied.',
  'message.refused.locked':
    'Nothing copied: another amount came back for {{customer}}. Acknowledge both amounts first.',
  'message.refused.notRecorded': 'The request for {{customer}} was not recorded: nothing copied.',
  'message.refused.unsafe_link':
    'Nothing copied: the link for {{customer}} is not safe to open. Ask the provider for an https link.',
  'message.refused.nothing_to_pay':
    'Nothing copied: neither a number nor a link came back for {{customer}}.',
  'message.refused.no_wording':
    'Nothing copied for {{customer}}: the wordings could not be read. Try again.',
  'message.refused.failed':
    'Nothing copied for {{customer}}: the clipboard could not be written. Select the text and copy it by hand.',
  'message.refused.none': 'Nothing copied: no request has been issued in this profile.',
  'message.refused.unread':
    'Nothing copied: the request could not be read from the Log. Try again.',
  'message.whose': 'Whose message?',
  'message.whose.text': 'Nothing is copied yet.',

  'placeholder.amount': 'Amount',
  'placeholder.currency': 'Currency',
  'placeholder.number': 'Number',
  'placeholder.name': 'Recipient',
  'placeholder.bank': 'Bank',
  'placeholder.bic': 'BIC',
  'placeholder.reason': 'Payment reason',
  'placeholder.link': 'Link',
  'placeholder.valid_until': 'Valid until',
  'placeholder.customer': 'Customer',
  'placeholder.order': 'Order ID',

  'wording.title': 'Customer messages',
  'wording.panel':
    'What Copy message puts on the clipboard, by language, channel and payment type.',
  'wording.open': 'Change wordings',
  'wording.intro':
    'The desk has a wording for everything. Write your own where you want another one; a line whose values did not come is left out.',
  'wording.draft':
    'The desk’s wording in this language is a draft: no native speaker has reviewed it.',
  'wording.purpose': 'What it is for',
  'wording.purpose.payment': 'Asks to pay',
  'wording.purpose.receipt': 'Receipt',
  'wording.purpose.refusal': 'Request closed',
  'wording.use.receipt':
    'Used once the provider says that it was paid. {amount} is then the amount that was paid.',
  'wording.use.refusal':
    'Used once the provider says that it was rejected, has expired or was paid back.',
  'wording.fault.says_where_to_pay':
    'Take out {number} and {link}: nothing is to be paid any more.',
  'wording.notFor.receipt': 'A receipt holds neither {number} nor {link}.',
  'wording.notFor.refusal': 'This message holds neither {number} nor {link}.',
  'wording.types': 'Payment types',
  'wording.allTypes': 'All payment types',
  'wording.pageType': '{{type}} (Payment page)',
  'wording.standing.own': 'your own',
  'wording.standing.desk': 'as the desk has it',
  'wording.standing.unsaved': 'not saved',
  'wording.add': 'Another payment type',
  'wording.add.button': 'Add',
  'wording.add.fault': 'Type the name that the provider uses, for example sbp.',
  'wording.add.known': '{{type}} is already in the list.',
  'wording.text': 'Wording',
  'wording.length': '{{used}} of {{limit}} characters',
  'wording.insert': 'Put into the wording',
  'wording.insertOne': 'Insert: {{name}}',
  'wording.insertParting': 'Insert: here begins the second message',
  'wording.use.both': 'Used for requisites and for links.',
  'wording.use.requisites':
    'Used for requisites: it has {number}. For links the desk’s wording holds, since {link} is not in it.',
  'wording.use.link':
    'Used for links: it has {link}. For requisites the desk’s wording holds, since {number} is not in it.',
  'wording.fault.empty': 'Write something, or restore the desk’s wording.',
  'wording.fault.too_long': 'At most {{limit}} characters.',
  'wording.fault.unknown_placeholder':
    '{{written}} is not known here. Use one of the placeholders beneath.',
  'wording.fault.lone_brace': 'A brace without its other half: {{written}}',
  'wording.fault.nothing_to_pay':
    'Put in {number} or {link}: without them the customer does not know where to pay.',
  'wording.save': 'Save wording',
  'wording.discard': 'Discard changes',
  'wording.restore': 'Restore the desk’s wording',
  'wording.takeBack': 'Take mine back',
  'wording.done.saved': 'Saved. Messages use it from now on.',
  'wording.done.restored': 'The desk’s wording holds again.',
  'wording.preview': 'Preview of the wording',
  'wording.example': 'Example request',
  'wording.example.requisites': 'Requisites',
  'wording.example.link': 'Payment link',
  'wording.notFor.requisites': 'Without {number} it is not used for requisites.',
  'wording.notFor.link': 'Without {link} it is not used for links.',
};

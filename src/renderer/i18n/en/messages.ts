export const messages = {
  'copy.checked': 'Copied · checked',
  'copy.not_checked': 'Copied · not checked',
  'copy.different':
    'The clipboard holds something else than was copied. Do not paste it: copy again.',
  'copy.notRecorded': 'Copied, but the copy could not be recorded in the Log.',

  'message.title': 'Message to the customer',
  'message.copy': 'Copy message',
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
  'message.remark.link':
    'Telegram may take marks in the link for formatting. Press the link once after sending.',

  'message.none.unsafe_link':
    'There is no message: the link is not safe to open, so it is not handed on.',
  'message.none.nothing_to_pay':
    'There is no message: the provider returned neither a number nor a link.',

  'message.concern.expired': 'Not copied yet: these requisites are no longer valid.',
  'message.concern.no_number': 'The text does not hold the number as it was returned.',
  'message.concern.no_link': 'The text does not hold the link as it was returned.',
  'message.again': 'Press again to copy it anyway.',
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
  'message.refused.unsafe_link': 'Nothing copied: the link for {{customer}} is not safe to open.',
  'message.refused.nothing_to_pay':
    'Nothing copied: neither a number nor a link came back for {{customer}}.',
  'message.refused.no_wording':
    'Nothing copied for {{customer}}: the wordings could not be read. Try again.',
  'message.refused.failed':
    'Nothing copied for {{customer}}: the clipboard could not be written. Select the text and copy it by hand.',
  'message.refused.none': 'Nothing copied: no request has been issued in this profile.',

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
};

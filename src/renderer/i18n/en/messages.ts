export const messages = {
  'copy.checked': 'Copied · checked',
  'copy.not_checked': 'Copied · not checked',
  'copy.different':
    'The clipboard holds something else than was copied. Do not paste it: copy again.',

  'message.copy': 'Copy message',
  'message.none.unsafe_link':
    'There is no message: the link is not safe to open, so it is not handed on.',
  'message.none.nothing_to_pay':
    'There is no message: the provider returned neither a number nor a link.',
};

import type { messages as en } from '../en/messages.ts';
import type { RussianWords } from '../words.ts';

export const messages: RussianWords<typeof en> = {
  'copy.checked': 'Скопировано · проверено',
  'copy.not_checked': 'Скопировано · не проверено',
  'copy.different': 'В буфере не то, что копировали. Не вставляйте, скопируйте ещё раз.',

  'message.copy': 'Копировать сообщение',
  'message.none.unsafe_link':
    'Сообщения нет: ссылку открывать небезопасно, поэтому клиенту она не передаётся.',
  'message.none.nothing_to_pay': 'Сообщения нет: провайдер не вернул ни номера, ни ссылки.',
};

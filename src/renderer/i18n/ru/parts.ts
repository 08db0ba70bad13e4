import type { RussianWords } from '../words.ts';
import type { parts as english } from '../en/parts.ts';

export const parts: RussianWords<typeof english> = {
  'part.loading': 'Загружается',
  'part.failed.title': 'Эту часть программы не удалось загрузить',
  'part.failed.text':
    'Из-за этого ничего не отправлено и ничего не потеряно. Если не получится ещё раз, перезагрузите страницу; если и это не поможет, перезапустите Deposit Desk.',
};

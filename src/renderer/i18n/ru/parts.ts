import type { RussianWords } from '../words.ts';
import type { parts as english } from '../en/parts.ts';

export const parts: RussianWords<typeof english> = {
  'part.loading': 'Загружается',
  'part.failed.title': 'Эту часть программы не удалось загрузить',
  'part.failed.text':
    'Из-за этого ничего не отправлено и ничего не потеряно. Если не получится ещё раз, перезагрузите страницу; если и это не поможет, перезапустите Deposit Desk.',

  'longText.all': 'Показать всё',
  'longText.less': 'Свернуть',
  'longText.length_one': '{{value}} символ',
  'longText.length_few': '{{value}} символа',
  'longText.length_many': '{{value}} символов',
  'longText.length_other': '{{value}} символа',
};

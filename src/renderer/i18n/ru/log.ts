import type { RussianWords } from '../words.ts';
import type { log as english } from '../en/log.ts';

export const log: RussianWords<typeof english> = {
  'log.title': 'Журнал',
  'log.count': '{{shown}} из {{total}}',
  'log.caption': 'Выпущенные заявки, новые сверху',
  'log.time': 'Время',
  'log.order': 'Заказ',
  'log.customer': 'Клиент',
  'log.type': 'Способ',
  'log.amount': 'Сумма',
  'log.state': 'Состояние',
  'log.requisite': 'Реквизит',
  'log.more': 'Загрузить ещё',
  'log.empty.title': 'Журнал пуст',
  'log.empty.text':
    'Каждая заявка записывается сюда до отправки и остаётся. На этом месте ещё ни одной не выпущено.',
  'log.empty.step': 'Выпустить первую заявку',
  'log.noLog.title': 'Журнал показать нельзя',
  'log.noLog.text': 'Что с ним не так и что делать, сказано вверху окна.',
  'log.several': 'Разобрать несколько',
  'log.several.all': 'Все заявки',
  'log.several.text': 'Только заявки без ответа, этого профиля.',
  'log.several.none': 'Заявок без ответа нет.',
  'log.several.chosen_one': 'Выбрана {{count}}',
  'log.several.chosen_few': 'Выбраны {{count}}',
  'log.several.chosen_many': 'Выбрано {{count}}',
  'log.several.chosen_other': 'Выбрано {{count}}',
  'log.select': 'Выбор',
  'log.selectOrder': 'Выбрать {{order}}',
  'log.selectAll': 'Выбрать все',
  'log.keys': 'Стрелки вверх и вниз — между заявками, Enter — открыть.',
};

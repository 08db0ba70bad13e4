import type { RussianWords } from '../words.ts';
import type { outside as english } from '../en/outside.ts';

export const outside: RussianWords<typeof english> = {
  'outside.ask.title': 'Открыть этот сайт в браузере?',
  'outside.ask.text':
    'Ссылка пришла в ответе провайдера, и для профиля «{{profile}}» этот сайт ещё не открывали. Проверьте, знакомо ли вам имя. Вопрос задаётся один раз для каждого сайта и профиля.',
  'outside.ask.open': 'Открыть',
  'outside.ask.cancel': 'Не открывать',
  'outside.refused.not_a_link': 'не открывается: это не веб-адрес.',
  'outside.refused.credentials': 'не открывается: в адресе указаны имя пользователя или пароль.',
  'outside.refused.not_https':
    'не открывается: соединение не зашифровано. По http открывается только песочница выбранного профиля.',
  'outside.refused.own_address': 'не открывается: адрес ведёт обратно на этот компьютер.',
  'lock.title': 'Экран заблокирован',
  'lock.show': 'Показать программу',
  'diagnostics.title': 'Диагностика',
  'diagnostics.text':
    'Файл для того, кто вам помогает: версии, настройки, состояние журнала и служебный файл программы. Без клиентов, сумм, реквизитов, номеров заказов, имён и секретов.',
  'diagnostics.saved': 'Сохранено, {{size}}:',
  'command.diagnostics.save': 'Сохранить диагностику',
  'about.updates': 'Обновления',
  'about.updates.off': 'Выключены: эта сборка их не ищет.',
  'about.updates.on': 'Включены, канал {{channel}}',
};

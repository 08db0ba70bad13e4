import type { notices as english } from '../en/notices.ts';
import type { RussianWords } from '../words.ts';

export const notices: RussianWords<typeof english> = {
  'notice.region': 'Последние уведомления',
  'notice.open': 'Открыть',
  'notice.close': 'Закрыть уведомление: {{customer}}',
  'notice.private': 'Заявка изменилась',
  'notice.closeAll': 'Закрыть все',
  'notice.to': 'теперь',
  'notice.change': '{{before}} → {{now}}',
  'notice.noState': 'Колбэк без статуса',
  'notice.unverified': 'не проверено',
  'notice.more_one': 'и ещё {{count}}',
  'notice.more_few': 'и ещё {{count}}',
  'notice.more_many': 'и ещё {{count}}',
  'notice.more_other': 'и ещё {{count}}',
  'settings.notifications': 'Уведомления',
  'settings.notifications.text':
    'Когда провайдер прислал колбэк и у заявки изменился статус или оплаченная сумма. F8 открывает последнее, где бы вы ни печатали.',
  'settings.notifications.where': 'Сообщать',
  'settings.notifications.off': 'Не сообщать',
  'settings.notifications.app': 'В программе',
  'settings.notifications.desktop': 'И на рабочем столе',
  'settings.notifications.off.meaning': 'Ничего не всплывает. В журнале и во «Входящих» всё видно.',
  'settings.notifications.app.meaning': 'Карточка в углу этого окна.',
  'settings.notifications.desktop.meaning':
    'То же и системное уведомление: клиент, заказ, статус. Реквизитов в нём нет.',
  'settings.notifications.asking': 'Браузер спрашивает разрешения. Ответьте ему.',
  'settings.notifications.default':
    'У этого браузера ещё не спросили разрешения. До тех пор уведомления остаются в программе.',
  'settings.notifications.allow': 'Разрешить в этом браузере',
  'settings.notifications.denied':
    'Этот браузер не разрешает уведомления, поэтому они остаются в программе. Разрешите их для этого адреса в настройках сайта в браузере и выберите снова.',
  'settings.notifications.cannot':
    'В этом браузере нет системных уведомлений. Они остаются в программе.',
  'settings.notifications.closed':
    'Вопрос браузера закрыли без ответа, поэтому уведомления остаются в программе. Выберите снова, и он спросит ещё раз.',
};

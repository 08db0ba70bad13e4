import type { RussianWords } from '../words.ts';
import type { failures as english } from '../en/failures.ts';

export const failures: RussianWords<typeof english> = {
  'failure.unknown_operation': 'Страница и программа разных версий. Перезагрузите страницу.',
  'failure.invalid_input':
    'Программа не поняла страницу. Ничего не сделано. Перезагрузите страницу.',
  'failure.invalid_output':
    'Ответ программы не читается. Загляните в журнал, прежде чем повторять.',
  'failure.internal':
    'Внутри программы что-то сломалось. Загляните в журнал, прежде чем повторять.',
  'failure.not_authorised': 'У этой вкладки больше нет доступа. Откройте новую ссылку.',
  'failure.host_unreachable':
    'Программа не ответила. Нажмите снова, когда она вернётся: один черновик не выпускается дважды.',
  'failure.profile_not_found': 'Этого профиля больше нет. Выберите другой.',
  'failure.request_not_found': 'Такой заявки в журнале нет.',
  'failure.live_not_allowed':
    'Боевой выпуск в браузере выключен, ничего не отправлено. Чтобы включить, запустите с --live.',
  'failure.profile_fixed': 'Профиль «Песочница» принадлежит программе, изменить его нельзя.',
  'failure.intent_conflict':
    'Этот черновик уже выпущен с другими полями, сейчас ничего не отправлено. Проверьте его в журнале, прежде чем начинать новый.',
  'failure.not_recorded':
    'Записать не удалось, поэтому не отправлено. Проверьте диск: есть ли место и можно ли на него писать.',
  'failure.vault_unavailable':
    'Хранилище ключей сейчас недоступно. Разблокируйте его и попробуйте снова.',
  'failure.secret_not_stored': 'Секрет не сохранён: хранилище ключей его не приняло.',
  'failure.invalid_fields': 'Ничего не отправлено. Исправьте отмеченные поля.',
  'failure.order_open.prepared':
    'Заказ {{order}} как раз выпускается. Второй раз ничего не отправлено. Возьмите другой номер.',
  'failure.order_open.sending':
    'Заказ {{order}} отправлен и ждёт ответа. Второй раз ничего не отправлено. Возьмите другой номер.',
  'failure.order_open.unknown':
    'По заказу {{order}} ответа нет, он может существовать у провайдера и потому закрыт. Ничего не отправлено. Возьмите другой номер.',
  'failure.title': 'Не выпущено',
  'failure.titleUnclear': 'Не подтверждено: заявка могла быть выпущена',
  'failure.load': 'Не удалось загрузить',
  'failure.detail': 'Подробности: {{detail}}',
  'money.empty': 'Введите сумму.',
  'money.malformed': 'Это не читается как сумма. Цифры и точка или запятая перед копейками.',
  'money.negative': 'Сумма не может быть отрицательной.',
  'money.too_many_decimals':
    'Не больше двух знаков после запятой. Один знак перед тремя цифрами можно понять двояко, поэтому мы не угадываем.',
  'money.too_large': 'Сумма слишком велика, чтобы быть точной.',
  'fault.required.cents': 'Введите сумму.',
  'fault.required.currency': 'Выберите валюту.',
  'fault.required.payment_type': 'Выберите способ оплаты.',
  'fault.required.customer': 'Укажите клиента: для прямой заявки он обязателен.',
  'fault.required.order_id': 'Введите номер заказа.',
  'fault.required.other': 'Это поле обязательно.',
  'fault.not_positive': 'Сумма должна быть больше нуля.',
  'fault.unsafe_amount': 'Сумма слишком велика, чтобы быть точной.',
  'fault.below_minimum': 'Меньше минимума: {{limit}} {{currency}}.',
  'fault.above_maximum': 'Больше максимума: {{limit}} {{currency}}.',
  'fault.currency_not_in_flow': '{{currency}} не подходит для этого вида заявки.',
  'fault.currency_not_offered':
    'Провайдер сейчас не предлагает {{currency}}. Доступны: {{offered}}.',
  'fault.type_not_offered':
    'Провайдер сейчас не предлагает {{type}} для {{currency}}. Доступны: {{offered}}.',
  'fault.separator':
    'Нельзя использовать «::», а также начинать или заканчивать двоеточием: так разделяются поля подписи.',
  'fault.control_character': 'Внутри невидимый управляющий символ. Введите заново.',
  'fault.too_long': 'Не больше {{limit}} знаков.',
  'fault.malformed_url': 'Это не веб-адрес. Он начинается с https:// или http://',
  'fault.warn': 'По прочитанным ранее лимитам: {{fault}} При выпуске они читаются снова.',
  'fault.noneOffered': 'ничего',
};

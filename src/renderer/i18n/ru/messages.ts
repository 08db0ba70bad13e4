import type { messages as english } from '../en/messages.ts';
import type { RussianWords } from '../words.ts';

export const messages: RussianWords<typeof english> = {
  'copy.checked': 'Скопировано · проверено',
  'copy.not_checked': 'Скопировано · не проверено',
  'copy.different': 'В буфере не то, что копировали. Не вставляйте, скопируйте ещё раз.',
  'copy.notRecorded': 'Скопировано, но записать это в журнал не удалось.',

  'message.title': 'Сообщение клиенту',
  'message.copy': 'Копировать сообщение',
  'message.copy.receipt': 'Копировать подтверждение',
  'message.copy.refusal': 'Копировать сообщение о закрытии',
  'message.language': 'Язык сообщений',
  'message.language.en': 'English',
  'message.language.ru': 'Русский',
  'message.language.uz': 'Oʻzbekcha',
  'message.language.kk': 'Қазақша',
  'message.language.tg': 'Тоҷикӣ',
  'message.draft': '{{name}} · черновик',
  'message.channel': 'Куда отправляем',
  'message.channel.telegram': 'Telegram',
  'message.channel.whatsapp': 'WhatsApp',
  'message.channel.plain': 'Просто текст',
  'message.preview': 'Показать текст',
  'message.hide': 'Скрыть текст',
  'message.then': 'Затем, по второму нажатию:',
  'message.edit': 'Изменить на этот раз',
  'message.edit.hint': 'Меняется только это сообщение. Шаблон остаётся прежним.',
  'message.text': 'Текст сообщения',
  'message.restore': 'Отменить правки',
  'message.source.desk': 'Стандартный текст',
  'message.source.own': 'Ваш шаблон',
  'message.source.edited': 'Изменено вручную',
  'message.hidden.masked': 'Откройте реквизиты, чтобы увидеть сообщение.',
  'message.hidden.privacy': 'Скрыто режимом приватности. Копирование работает.',
  'message.remark.hidden': 'Пришло с невидимыми символами: {{fields}}. Копируется так, как пришло.',
  'message.remark.telegram':
    'Telegram может принять знаки за форматирование: {{fields}}. Поэтому номер здесь без обратных кавычек: так он дойдёт целым.',
  'message.remark.whatsapp':
    'WhatsApp может принять знаки за форматирование: {{fields}}. После отправки проверьте, что они дошли.',
  'message.remark.link':
    'Telegram может принять знаки в ссылке за форматирование. После отправки проверьте, что ссылка открывается.',

  'message.none.unsafe_link':
    'Сообщения нет: ссылку открывать небезопасно, поэтому клиенту она не передаётся. Попросите у провайдера ссылку https.',
  'message.none.nothing_to_pay': 'Сообщения нет: провайдер не вернул ни номера, ни ссылки.',

  'message.concern.expired': 'Срок этих реквизитов истёк.',
  'message.concern.no_number': 'В тексте нет номера в том виде, в каком он пришёл.',
  'message.concern.no_link': 'В тексте нет ссылки в том виде, в каком она пришла.',
  'message.asked': 'Пока не скопировано. {{concern}} Нажмите ещё раз, чтобы всё равно скопировать.',
  'message.asked.receipt':
    'Пока не скопировано. Провайдер сообщает: «{{state}}». Нажмите ещё раз, чтобы скопировать подтверждение оплаты.',
  'message.asked.refusal':
    'Пока не скопировано. Провайдер сообщает: «{{state}}». Нажмите ещё раз, чтобы скопировать сообщение о закрытии заявки.',
  'message.asked.unverified': 'Статус не подписан: сначала проверьте его у провайдера.',
  'closed.copy.title': 'Заявка закрыта: провайдер сообщает «{{state}}». Всё равно скопировать?',
  'closed.copy.text':
    'Заказ {{order}}, клиент: {{customer}}. Деньги, отправленные по этим реквизитам сейчас, могут пропасть. Пока ничего не скопировано.',
  'closed.copy.back': 'Не копировать',
  'message.source.receipt': 'Подтверждение оплаты: провайдер сообщает «{{state}}»',
  'message.source.refusal': 'Заявка закрыта: провайдер сообщает «{{state}}»',
  'message.next.number': 'Нажмите ещё раз, чтобы скопировать только номер.',
  'message.next.message': 'Нажмите ещё раз, чтобы скопировать второе сообщение.',
  'message.second': 'второе из двух',

  'message.said.message.checked': 'Сообщение для {{customer}} скопировано · проверено.',
  'message.said.message.not_checked': 'Сообщение для {{customer}} скопировано · не проверено.',
  'message.said.message.different':
    'В буфере не сообщение для {{customer}}. Не вставляйте, скопируйте ещё раз.',
  'message.said.message.notRecorded':
    'Сообщение для {{customer}} скопировано, но записать это в журнал не удалось.',
  'message.said.number.checked': 'Номер для {{customer}} скопирован · проверено.',
  'message.said.number.not_checked': 'Номер для {{customer}} скопирован · не проверено.',
  'message.said.number.different':
    'В буфере не номер для {{customer}}. Не вставляйте, скопируйте ещё раз.',
  'message.said.number.notRecorded':
    'Номер для {{customer}} скопирован, но записать это в журнал не удалось.',

  'message.refused.waiting': '{{customer}}: ответа ещё ждём, ничего не скопировано.',
  'message.refused.unknown': '{{customer}}: ответа нет, ничего не скопировано.',
  'message.refused.rejected': '{{customer}}: провайдер отказал, ничего не скопировано.',
  'message.refused.not_sent': '{{customer}}: заявка не отправлена, ничего не скопировано.',
  'message.refused.locked':
    'Ничего не скопировано: для {{customer}} вернулась другая сумма. Сначала подтвердите обе суммы.',
  'message.refused.notRecorded': '{{customer}}: заявка не записана, ничего не скопировано.',
  'message.refused.unsafe_link':
    'Ничего не скопировано: ссылку для {{customer}} открывать небезопасно. Попросите у провайдера ссылку https.',
  'message.refused.nothing_to_pay':
    'Ничего не скопировано: для {{customer}} не вернулось ни номера, ни ссылки.',
  'message.refused.no_wording':
    'Для {{customer}} ничего не скопировано: не удалось прочитать шаблоны. Попробуйте ещё раз.',
  'message.refused.failed':
    'Для {{customer}} ничего не скопировано: буфер обмена недоступен. Выделите текст и скопируйте вручную.',
  'message.refused.none': 'Ничего не скопировано: в этом профиле ещё нет заявок.',
  'message.refused.unread':
    'Ничего не скопировано: заявку не удалось прочитать из журнала. Попробуйте ещё раз.',
  'message.whose': 'Чьё сообщение?',
  'message.whose.text': 'Пока ничего не скопировано.',

  'placeholder.amount': 'Сумма',
  'placeholder.currency': 'Валюта',
  'placeholder.number': 'Номер',
  'placeholder.name': 'Получатель',
  'placeholder.bank': 'Банк',
  'placeholder.bic': 'БИК',
  'placeholder.reason': 'Назначение платежа',
  'placeholder.link': 'Ссылка',
  'placeholder.valid_until': 'Действует до',
  'placeholder.customer': 'Клиент',
  'placeholder.order': 'Номер заказа',

  'wording.title': 'Сообщения клиентам',
  'wording.panel':
    'Что попадает в буфер по «Копировать сообщение»: по языку, мессенджеру и способу оплаты.',
  'wording.open': 'Изменить тексты',
  'wording.intro':
    'Стандартный текст есть для всего. Напишите свой там, где нужен другой; строка, для которой значения не пришли, пропускается.',
  'wording.draft':
    'Стандартный текст на этом языке — черновик: носитель языка его ещё не проверял.',
  'wording.purpose': 'Для чего',
  'wording.purpose.payment': 'Просьба оплатить',
  'wording.purpose.receipt': 'Подтверждение оплаты',
  'wording.purpose.refusal': 'Заявка закрыта',
  'wording.use.receipt': 'Когда провайдер сообщил об оплате. {amount} — оплаченная сумма.',
  'wording.use.refusal': 'Когда провайдер сообщил об отклонении, истечении срока или возврате.',
  'wording.fault.says_where_to_pay': 'Уберите {number} и {link}: платить уже нечего.',
  'wording.notFor.receipt': 'В подтверждении оплаты нет ни {number}, ни {link}.',
  'wording.notFor.refusal': 'В этом сообщении нет ни {number}, ни {link}.',
  'wording.types': 'Способы оплаты',
  'wording.allTypes': 'Все способы оплаты',
  'wording.pageType': '{{type}} (платёжная страница)',
  'wording.standing.own': 'свой',
  'wording.standing.desk': 'стандартный',
  'wording.standing.unsaved': 'не сохранён',
  'wording.add': 'Другой способ оплаты',
  'wording.add.button': 'Добавить',
  'wording.add.fault': 'Введите название, как его пишет провайдер, например sbp.',
  'wording.add.known': '{{type}} уже есть в списке.',
  'wording.text': 'Текст шаблона',
  'wording.length': '{{used}} из {{limit}} символов',
  'wording.insert': 'Вставить в текст',
  'wording.insertOne': 'Вставить: {{name}}',
  'wording.insertParting': 'Вставить: отсюда второе сообщение',
  'wording.use.both': 'Для реквизитов и для ссылок.',
  'wording.use.requisites':
    'Для реквизитов: в нём есть {number}. Для ссылок остаётся стандартный текст, потому что {link} здесь нет.',
  'wording.use.link':
    'Для ссылок: в нём есть {link}. Для реквизитов остаётся стандартный текст, потому что {number} здесь нет.',
  'wording.fault.empty': 'Напишите текст или верните стандартный.',
  'wording.fault.too_long': 'Не больше {{limit}} символов.',
  'wording.fault.unknown_placeholder':
    '{{written}} здесь не знают. Возьмите одну из подстановок ниже.',
  'wording.fault.lone_brace': 'Скобка без пары: {{written}}',
  'wording.fault.nothing_to_pay':
    'Вставьте {number} или {link}: иначе клиент не узнает, куда платить.',
  'wording.save': 'Сохранить текст',
  'wording.discard': 'Отменить правки',
  'wording.restore': 'Вернуть стандартный текст',
  'wording.takeBack': 'Вернуть мой',
  'wording.done.saved': 'Сохранено. Теперь сообщения такие.',
  'wording.done.restored': 'Снова стандартный текст.',
  'wording.preview': 'Как будет выглядеть',
  'wording.example': 'Пример заявки',
  'wording.example.requisites': 'Реквизиты',
  'wording.example.link': 'Ссылка на оплату',
  'wording.notFor.requisites': 'Без {number} для реквизитов не используется.',
  'wording.notFor.link': 'Без {link} для ссылок не используется.',
};

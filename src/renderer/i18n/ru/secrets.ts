import type { RussianWords } from '../words.ts';
import type { secrets as english } from '../en/secrets.ts';

export const secrets: RussianWords<typeof english> = {
  'secret.needed': 'нужно ввести',
  'secret.checking': 'Спрашиваем хранилище ключей…',
  'secret.where':
    'Введённое уходит в {{storeName}} и на экран не возвращается. Секрет привязан к хосту адреса провайдера.',
  'secret.fixed':
    'Секрет песочницы программа создаёт при каждом запуске и держит только в памяти. Вводить нечего.',
  'secret.signing': 'Секрет подписи',
  'secret.signing.text': 'Подписывает каждый запрос. Провайдер выдаёт его вместе с ID мерчанта.',
  'secret.signing.pem':
    'Этот формат подписывает по RSA, поэтому секрет — закрытый ключ в виде PEM: в первой строке стоит BEGIN PRIVATE KEY или BEGIN RSA PRIVATE KEY.',
  'secret.callback': 'Секрет колбэков',
  'secret.callback.text': 'Им провайдер подписывает колбэки. Заявки им не подписываются.',
  'secret.callback.pem':
    'Колбэки этого формата подписаны по RSA, поэтому здесь открытый ключ провайдера в виде PEM: в первой строке стоит BEGIN PUBLIC KEY.',
  'secret.header.text': 'Отправляется с каждым запросом в заголовке {{header}}.',
  'secret.state.stored': 'Хранится в {{storeName}}',
  'secret.state.run': 'Только на этот запуск, исчезнет при закрытии программы',
  'secret.state.own': 'Создан программой, только в памяти',
  'secret.state.missing': 'Секрета ещё нет',
  'secret.state.other_host': 'Адрес изменился: введите секрет заново',
  'secret.state.store_changed':
    'Секрет лежит в другом хранилище ключей, не в нынешнем: введите его заново',
  'secret.field': 'Секрет',
  'secret.hint': 'Его можно заменить, но прочитать здесь нельзя.',
  'secret.replaces': 'Заменит сохранённый. Старый секрет хранится, пока новый не будет принят.',
  'secret.save': 'Сохранить секрет',
  'secret.replace': 'Заменить секрет',
  'secret.chooseFile': 'Выбрать файл ключа',
  'secret.spaced': 'В начале или в конце пробел. Если он попал при копировании, уберите его.',
  'secret.fault.empty': 'Введите секрет.',
  'secret.fault.not_pem':
    'Это не закрытый ключ в виде PEM. В его первой строке стоит BEGIN PRIVATE KEY или BEGIN RSA PRIVATE KEY.',
  'secret.fault.public_pem': 'Это открытый ключ. Для подписи нужен закрытый.',
  'secret.fault.is_merchant': 'ID мерчанта не секрет. Введите секрет, который дал провайдер.',
  'secret.fault.is_header':
    'Это значение заголовка из формата провайдера, а не секрет. Введите секрет, который дал провайдер.',
  'secret.fault.not_header': 'Он идёт в заголовке: только латинские буквы, цифры и обычные знаки.',
  'secret.notStored': 'Не сохранено',
  'secret.next': 'Дальше: проверьте формат провайдера, затем связь.',
  'secret.keepForRun': 'Только на этот запуск',
  'secret.keepForRun.text':
    'Без хранилища ключей секрет можно держать в памяти до закрытия программы. В файл он не пишется, поэтому после каждого запуска его надо вводить заново.',
  'secret.rotation': 'Заменён {{time}}',
  'secret.rotation.text':
    'Старый секрет хранится, пока новый не будет принят: подписанной проверкой или первой принятой заявкой.',
  'secret.takeBack': 'Вернуть старый секрет',
  'secret.delete': 'Удалить секрет',
  'secret.delete.title': 'Удалить этот секрет?',
  'secret.delete.text': 'Пока секрет не введён снова, заявки по этому профилю не выпускаются.',
  'secret.delete.keep': 'Оставить',
  'file.export': 'Экспорт профилей',
  'file.export.text':
    'Файл, который так же настроит другое рабочее место: адреса, ID мерчантов, форматы провайдеров, защита. Секретов в нём нет: их вводят на каждом месте.',
  'file.export.none': 'Своих профилей ещё нет. Сначала добавьте.',
  'file.export.sameOrders': 'Несколько рабочих мест выдадут одинаковые номера заказов',
  'file.export.sameOrders.text':
    'Каждое рабочее место считает само: {{profiles}}. Прежде чем передавать файл, добавьте {random} в шаблон номера заказа в настройках профиля или дайте каждому месту своё начало номера.',
  'file.export.which': 'Какие профили',
  'file.export.do': 'Экспортировать ({{count}})',
  'file.export.done': 'Отдано браузеру как загрузка',
  'file.import': 'Импорт профилей',
  'file.import.text':
    'Файл профилей с другого рабочего места. Ничего не изменится, пока вы не увидите, что именно.',
  'file.import.choose': 'Выбрать файл',
  'file.import.file': 'Файл профилей',
  'file.import.drop': 'или перетащите сюда',
  'file.import.paste': 'Или вставьте его текст',
  'file.import.do': 'Импортировать',
  'file.preview': 'Что сделает импорт',
  'file.action.add': 'новый',
  'file.action.change': 'изменится',
  'file.action.same': 'такой же',
  'file.needsSecret': 'потом нужен секрет',
  'file.needsSecretNow': 'теперь нужен секрет',
  'file.changes': 'Изменения: {{profile}}',
  'file.knob': 'Настройка',
  'file.before': 'Сейчас',
  'file.after': 'Станет',
  'file.imported_one': 'Импортирован {{count}} профиль.',
  'file.imported_few': 'Импортировано {{count}} профиля.',
  'file.imported_many': 'Импортировано {{count}} профилей.',
  'file.imported_other': 'Импортировано {{count}} профиля.',
};

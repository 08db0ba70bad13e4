import type { RussianWords } from '../words.ts';
import type { health as english } from '../en/health.ts';

export const health: RussianWords<typeof english> = {
  'health.title': 'Выпуск остановлен: журнал не в порядке',
  'health.damage.corrupt': 'Файл журнала повреждён: прочитать его больше нельзя.',
  'health.damage.truncated': 'Файл журнала обрезан: его конца нет.',
  'health.damage.zero_length': 'Файл журнала на месте, но пуст: 0 байт.',
  'health.damage.missing': 'Файла журнала нет, хотя раньше он здесь был.',
  'health.damage.missing_wal': 'Пропал спутник файла журнала (-wal), а с ним самые новые события.',
  'health.damage.read_only': 'Файл журнала можно читать, но нельзя писать.',
  'health.damage.newer_schema': 'Журнал записан более новой версией Deposit Desk.',
  'health.damage.permission_denied': 'Этой учётной записи нельзя открыть файл журнала.',
  'health.damage.disk_full': 'Диск заполнен, записать больше ничего нельзя.',
  'health.damage.not_a_log': 'Файл на месте журнала не является журналом Deposit Desk.',
  'health.next.restore':
    'Восстановите последнюю исправную копию, она ниже. При этом ничего не удаляется.',
  'health.next.noBackup':
    'Исправной копии нет. Оставьте файлы как есть и обратитесь к тому, кто обслуживает компьютер.',
  'health.next.read_only': 'Разрешите запись в файл и его папку, затем запустите программу снова.',
  'health.next.newer_schema': 'Запустите более новую версию. Файл не тронут.',
  'health.next.permission_denied':
    'Дайте этой учётной записи право чтения и записи, затем запустите программу снова.',
  'health.next.disk_full': 'Освободите место, затем запустите программу снова.',
  'health.nothing':
    'Пока это не улажено, ничего не выпускается. Всё выпущенное раньше остаётся в силе.',
  'health.file': 'Файл',
  'health.setAside': 'Отложено в',
  'health.inPlace': 'Файл оставлен на месте без изменений.',
  'health.detail': 'Технические подробности',
  'health.backup': 'Последняя исправная копия',
  'health.backup.facts': 'от {{time}}, {{requests}}, до события {{seq}}, {{size}}',
  'health.requests_one': '{{count}} заявка',
  'health.requests_few': '{{count}} заявки',
  'health.requests_many': '{{count}} заявок',
  'health.requests_other': '{{count}} заявки',
  'health.missing': 'Чего в ней нет',
  'health.missing.range': 'событий с {{from}} по {{to}}: всего, что после {{time}}',
  'health.missing.rangeUndated': 'событий с {{from}} по {{to}}',
  'health.missing.open':
    'всего, что после {{time}}, начиная с события {{from}}; сколько — неизвестно',
  'health.missing.openUndated': 'всего начиная с события {{from}}; сколько — неизвестно',
  'health.missing.none': 'насколько можно судить, всё на месте',
  'health.restore': 'Восстановить эту копию',
  'health.restored.title': 'Журнал восстановлен из копии. Выпуск ждёт вас',
  'health.restored.text':
    'Заявок, выпущенных в пропавшей части, в этом журнале нет, но у провайдера они могут быть. Не выпускайте их снова, пока не спросите.',
  'health.restored.from': 'Восстановлено из',
  'health.restored.missing': 'Чего нет',
  'health.restored.acknowledge': 'Вижу, чего не хватает',
  'health.notWriting.title': 'Журнал не записывается',
  'health.notWriting.text':
    'Что нельзя записать, то не отправляется. Программа пробует снова сама; проверьте пока диск.',
  'health.notWriting.try':
    'Что нельзя записать, то не отправляется. Проверьте диск и выпустите снова: это и будет проверкой.',
  'health.notWriting.held_one':
    'Пришёл {{count}} ответ, он только в памяти. Сохраните его, прежде чем закрывать программу.',
  'health.notWriting.held_few':
    'Пришли {{count}} ответа, они только в памяти. Сохраните их, прежде чем закрывать программу.',
  'health.notWriting.held_many':
    'Пришло {{count}} ответов, они только в памяти. Сохраните их, прежде чем закрывать программу.',
  'health.notWriting.held_other':
    'Пришло {{count}} ответа, они только в памяти. Сохраните их, прежде чем закрывать программу.',
  'health.notWriting.save': 'Сохранить ответы из памяти',
  'health.notWriting.saved_one': 'В файл сохранён {{count}} ответ. В нём есть реквизиты.',
  'health.notWriting.saved_few': 'В файл сохранены {{count}} ответа. В нём есть реквизиты.',
  'health.notWriting.saved_many': 'В файл сохранено {{count}} ответов. В нём есть реквизиты.',
  'health.notWriting.saved_other': 'В файл сохранено {{count}} ответа. В нём есть реквизиты.',
  'health.notWriting.none': 'В памяти уже ничего нет: ответы записаны.',
  'health.submit.damaged': 'Выпускать нельзя: журнал не в порядке. Подробности вверху окна.',
  'health.submit.restored':
    'Выпускать нельзя, пока вы не увидели, чего нет в восстановленном журнале. Подробности вверху окна.',
  'health.submit.not_writing':
    'Выпускать нельзя, пока ответы ждут записи. Подробности вверху окна.',
  'settings.log': 'Журнал',
  'settings.log.text':
    'Каждое событие сцеплено с предыдущим. Проверка находит правки файла, но не защищает от того, кто владеет этой учётной записью.',
  'verify.do': 'Проверить журнал',
  'verify.running': 'Проверяем…',
  'verify.holds_one': 'Журнал цел: {{count}} событие такое, каким записано.',
  'verify.holds_few': 'Журнал цел: все {{count}} события такие, какими записаны.',
  'verify.holds_many': 'Журнал цел: все {{count}} событий такие, какими записаны.',
  'verify.holds_other': 'Журнал цел: все {{count}} события такие, какими записаны.',
  'verify.edited':
    'Событие {{seq}} не такое, каким записано. Оно первое, что не сходится: файл кто-то или что-то изменило.',
  'verify.deleted': 'События {{seq}} нет в середине журнала. Его убрали из файла.',
  'verify.truncated': 'Конец журнала обрезан. Событий начиная с {{seq}} нет.',
  'verify.older_copy':
    'Это более старая копия журнала. События начиная с {{seq}} уже записывались, но здесь их нет.',
  'verify.restamped':
    'Цепочка переписана поверх изменённых событий: событие {{seq}} не сходится со своей печатью.',
  'verify.projection_differs':
    'События целы, но показанное программой расходится с ними на событии {{seq}}. Выполните npm run rebuild-log.',
  'verify.key.present': 'Ключ, которым скрепляется журнал, на месте: перепечатка исключена.',
  'verify.key.absent': 'Ключа, которым скрепляется журнал, нет: перепечатку исключить нельзя.',
  'verify.key.lost':
    'Ключ, которым скреплён этот журнал, утрачен: перепечатку исключить нельзя. Начинается новая эпоха. Это не подделка.',
  'verify.key.new_epoch':
    'Ключ по ходу сменился: до этого места перепечатку исключить нельзя, после него можно.',
  'verify.restored': 'Записано намеренное восстановление: событие {{seq}}, {{time}}.',
  'verify.detail': 'Подробности: {{detail}}',
  'backup.title': 'Копии',
  'backup.text':
    'Последние три и по одной за каждый из последних семи дней. Каждая проверена, когда снималась.',
  'backup.none': 'Копий ещё нет.',
  'backup.now': 'Снять копию',
  'backup.taken': 'Копия снята: {{name}}, {{size}}.',
  'backup.time': 'Снята',
  'backup.kind': 'Вид',
  'backup.kind.recent': 'недавняя',
  'backup.kind.daily': 'дневная',
  'backup.requests': 'Заявок',
  'backup.head': 'До события',
  'backup.size': 'Размер',
  'backup.action': 'Действие',
  'backup.restore': 'Восстановить',
  'backup.restoreNamed': 'Восстановить копию от {{time}}',
  'backup.confirm.title': 'Поставить копию от {{time}} на место журнала?',
  'backup.confirm.text':
    'Записанного после неё в журнале не будет. Нынешний журнал откладывается в каталоге данных, а не удаляется; восстановление будет записано.',
  'backup.confirm.field': 'Введите {{word}} для подтверждения',
  'backup.confirm.word': 'ВОССТАНОВИТЬ',
  'backup.confirm.mismatch': 'Введите в точности {{word}}.',
  'backup.confirm.do': 'Восстановить копию',
  'backup.confirm.cancel': 'Оставить нынешний журнал',
  'size.bytes': '{{value}} Б',
  'size.kib': '{{value}} КиБ',
  'size.mib': '{{value}} МиБ',
};

import type { RussianWords } from '../words.ts';
import type { exporting as english } from '../en/export.ts';

export const exporting: RussianWords<typeof english> = {
  'export.title': 'Выгрузка',
  'export.button': 'Выгрузить',
  'export.button.running': 'Выгружается',
  'export.button.share': 'Выгружается {{share}} %',
  'export.button.done': 'Выгружено',
  'export.button.failed': 'Не выгружено',
  'export.close': 'Закрыть',
  'export.what.uncounted': 'Всё, что найдено; сосчитается при записи.',
  'export.what.many': '{{count}}: всё, что найдено; сосчитается при записи.',
  'export.what.none': 'Ничего не найдено, выгружать нечего.',
  'export.what_one': 'Все найденные заявки: {{shown}}.',
  'export.what_few': 'Все найденные заявки: {{shown}}.',
  'export.what_many': 'Все найденные заявки: {{shown}}.',
  'export.what_other': 'Все найденные заявки: {{shown}}.',
  'export.format': 'Формат',
  'export.format.csv': 'CSV',
  'export.format.xlsx': 'Excel',
  'export.format.jsonl': 'JSON Lines',
  'export.format.csv.hint':
    'Для других программ. Excel портит 16-значные номера, открывая CSV: для него выберите Excel.',
  'export.format.xlsx.hint':
    'Для Excel и подобных. Номера, реквизиты и телефоны — текст, поэтому ни одна цифра не теряется.',
  'export.format.jsonl.hint': 'Для программ: одна заявка в строке, каждое поле под своим именем.',
  'export.tooMany':
    'В Excel помещается строк: {{most}}, а найдено больше. Выберите CSV или сузьте поиск.',
  'export.delimiter': 'Разделитель',
  'export.delimiter.comma': 'Запятая ,',
  'export.delimiter.semicolon': 'Точка с запятой ;',
  'export.delimiter.hint': 'Программы с русскими настройками ждут точку с запятой.',
  'export.requisites': 'Реквизиты',
  'export.requisites.masked': 'Скрытые',
  'export.requisites.whole': 'Целиком',
  'export.requisites.masked.hint':
    'Первые шесть и последние четыре цифры: узнать хватит, заплатить нет.',
  'export.requisites.whole.hint':
    'Номера и ссылки целиком уйдут из журнала в обычный файл, который откроет кто угодно. То, что их взяли вы, записывается.',
  'export.start': 'Выгрузить',
  'export.start.whole': 'Выгрузить с реквизитами целиком',
  'export.fine':
    'Время в файле и местное, и UTC. Рядом сохраняется файл .proof для проверки, что выгрузку не меняли.',
  'export.progress': 'Выгрузка',
  'export.counting': 'Записано строк: {{written}}, ещё считается',
  'export.written': 'Строк: {{written}} из {{total}}',
  'export.cancel': 'Отменить',
  'export.leave': 'Можно работать дальше: выгрузка продолжится.',
  'export.cancelled': 'Отменено',
  'export.cancelled.text': 'Файла не осталось.',
  'export.failed': 'Не выгружено',
  'export.problem.disk_full': 'Диск полон. Файла не осталось. Освободите место и выгрузите снова.',
  'export.problem.folder_denied':
    'Система не даёт программе писать в эту папку. Ничего не выгружено, файла не осталось. Выберите другую папку или разрешите доступ: в macOS — «Конфиденциальность и безопасность», «Файлы и папки»; в Windows — «Защита от программ-шантажистов».',
  'export.problem.cannot_write':
    'Файл записать не удалось. Ничего не выгружено. Проверьте, что папка на месте и в неё можно писать, и выгрузите снова.',
  'export.problem.too_many_rows':
    'Найдено больше строк, чем помещается в Excel ({{most}}). Файла не осталось. Выгрузите в CSV или сузьте поиск.',
  'export.problem.log_unavailable':
    'Журнал не удалось прочитать до конца. Файла не осталось. Что именно не так, сказано вверху окна.',
  'export.asCsv': 'Выгрузить в CSV',
  'export.elsewhere': 'Другая папка…',
  'export.another': 'Новая выгрузка',
  'export.done_one': 'Выгружена {{shown}} строка',
  'export.done_few': 'Выгружены {{shown}} строки',
  'export.done_many': 'Выгружено {{shown}} строк',
  'export.done_other': 'Выгружено {{shown}} строк',
  'export.file': 'Файл',
  'export.copyPath': 'Копировать путь',
  'export.proof': 'Доказательство',
  'export.proof.text':
    'Рядом, под тем же именем и .proof: сколько строк, отпечаток файла и последнее событие журнала.',
  'export.check': 'Чтобы потом проверить, что его никто не изменил',
  'export.copyCommand': 'Копировать команду',
};

import type { Settings } from '#shared/domain/settings.ts';

export type Language = Settings['language'];

/** What the host itself says: menus, tray and the system's own dialogs. Everything else is the page's. */
export type MainWords = {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly help: string;
  readonly newRequest: string;
  readonly settings: string;
  readonly quit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly actualSize: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fullScreen: string;
  readonly minimise: string;
  readonly zoomWindow: string;
  readonly closeWindow: string;
  readonly allToFront: string;
  readonly services: string;
  readonly hide: string;
  readonly hideOthers: string;
  readonly showAll: string;
  readonly shortcuts: string;
  readonly saveDiagnostics: string;
  readonly about: string;
  readonly show: string;
  readonly withoutAnswer: (count: number) => string;
  readonly linkTitle: (host: string) => string;
  readonly linkDetail: (profileName: string, address: string) => string;
  readonly linkOpen: string;
  readonly linkFailed: string;
  readonly linkNotKept: string;
  readonly linkKeep: string;
  readonly close: string;
  readonly crashTitle: string;
  readonly crashDetail: string;
  readonly heldTitle: (count: number) => string;
  readonly heldDetail: string;
  readonly heldQuit: string;
  readonly heldStay: string;
  readonly hangTitle: string;
  readonly hangDetail: string;
  readonly reload: string;
  readonly wait: string;
  readonly diagnosticsSaved: string;
  readonly diagnosticsDetail: (file: string) => string;
  readonly diagnosticsFailed: string;
  readonly showInFolder: string;
  readonly diagnosticsDenied: string;
  readonly anotherFolder: string;
  readonly chooseFolder: string;
};

const en: MainWords = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  newRequest: 'New request',
  settings: 'Settings',
  quit: 'Quit Deposit Desk',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  minimise: 'Minimise',
  zoomWindow: 'Zoom',
  closeWindow: 'Close window',
  allToFront: 'Bring all to front',
  services: 'Services',
  hide: 'Hide Deposit Desk',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  shortcuts: 'Keyboard shortcuts',
  saveDiagnostics: 'Save diagnostics',
  about: 'About Deposit Desk',
  show: 'Show Deposit Desk',
  withoutAnswer: (count) => `${count} unknown`,
  linkTitle: (host) => `Open ${host} in the browser?`,
  linkDetail: (profileName, address) =>
    `${address}\n\nThis site has not been opened for the profile ${profileName} yet. Check that you know the name. It is asked once per site and profile.`,
  linkOpen: 'Open',
  linkFailed: 'The system could not open this link',
  linkNotKept: 'The link was not opened: your answer could not be saved',
  linkKeep: 'Do not open',
  close: 'Close',
  crashTitle: 'The window keeps breaking',
  crashDetail:
    'Requests on their way go on, and whatever was issued is in the log. Reload the window, or quit.',
  heldTitle: (count) => `Answers in memory only: ${count}`,
  heldDetail:
    'The log cannot take them, and quitting loses them: after the next start the outcome of their requests is unknown. Keep the desk open, press “Save held answers” at the top of the window, or free space on the disk.',
  heldQuit: 'Quit and lose them',
  heldStay: 'Keep the desk open',
  hangTitle: 'The window does not respond',
  hangDetail: 'Requests on their way go on. Wait a little, or reload the window.',
  reload: 'Reload',
  wait: 'Wait',
  diagnosticsSaved: 'Diagnostics are saved',
  diagnosticsDetail: (file) =>
    `${file}\n\nIt holds no customers, amounts, requisites, order ids or secrets.`,
  diagnosticsFailed: 'Diagnostics could not be saved',
  showInFolder: 'Show in folder',
  diagnosticsDenied:
    'The system does not let Deposit Desk write into the folder for downloads. No file was written. Choose another folder, or allow it: on macOS in Privacy & Security, Files and Folders; on Windows in Ransomware protection.',
  anotherFolder: 'Another folder…',
  chooseFolder: 'Where files go until Deposit Desk is closed',
};

const ru: MainWords = {
  file: 'Файл',
  edit: 'Правка',
  view: 'Вид',
  window: 'Окно',
  help: 'Справка',
  newRequest: 'Новая заявка',
  settings: 'Настройки',
  quit: 'Выйти из Deposit Desk',
  undo: 'Отменить',
  redo: 'Повторить',
  cut: 'Вырезать',
  copy: 'Копировать',
  paste: 'Вставить',
  selectAll: 'Выделить всё',
  actualSize: 'Обычный размер',
  zoomIn: 'Крупнее',
  zoomOut: 'Мельче',
  fullScreen: 'Во весь экран',
  minimise: 'Свернуть',
  zoomWindow: 'Изменить масштаб',
  closeWindow: 'Закрыть окно',
  allToFront: 'Все окна — на передний план',
  services: 'Службы',
  hide: 'Скрыть Deposit Desk',
  hideOthers: 'Скрыть остальные',
  showAll: 'Показать все',
  shortcuts: 'Клавиши',
  saveDiagnostics: 'Сохранить диагностику',
  about: 'О программе Deposit Desk',
  show: 'Показать Deposit Desk',
  // One form for every number: «исход неизвестен: 1», «исход неизвестен: 5».
  withoutAnswer: (count) => `исход неизвестен: ${count}`,
  linkTitle: (host) => `Открыть ${host} в браузере?`,
  linkDetail: (profileName, address) =>
    `${address}\n\nДля профиля «${profileName}» этот сайт ещё не открывали. Проверьте, знакомо ли вам имя. Вопрос задаётся один раз для каждого сайта и профиля.`,
  linkOpen: 'Открыть',
  linkFailed: 'Система не смогла открыть эту ссылку',
  linkNotKept: 'Ссылка не открыта: не удалось сохранить ваш ответ',
  linkKeep: 'Не открывать',
  close: 'Закрыть',
  crashTitle: 'Окно ломается снова и снова',
  crashDetail:
    'Отправленные заявки идут своим чередом, всё созданное — в журнале. Перезагрузите окно или выйдите.',
  heldTitle: (count) => `Ответов только в памяти: ${count}`,
  heldDetail:
    'Журнал не может их принять, и при выходе они пропадут: после следующего запуска исход этих заявок будет неизвестен. Не закрывайте программу: нажмите «Сохранить ответы из памяти» вверху окна или освободите место на диске.',
  heldQuit: 'Выйти и потерять их',
  heldStay: 'Не закрывать',
  hangTitle: 'Окно не отвечает',
  hangDetail: 'Отправленные заявки идут своим чередом. Подождите немного или перезагрузите окно.',
  reload: 'Перезагрузить',
  wait: 'Подождать',
  diagnosticsSaved: 'Диагностика сохранена',
  diagnosticsDetail: (file) =>
    `${file}\n\nВ файле нет клиентов, сумм, реквизитов, номеров заказов и секретов.`,
  diagnosticsFailed: 'Не удалось сохранить диагностику',
  showInFolder: 'Показать в папке',
  diagnosticsDenied:
    'Система не даёт Deposit Desk писать в папку загрузок. Файл не записан. Выберите другую папку или разрешите доступ: в macOS — «Конфиденциальность и безопасность», «Файлы и папки»; в Windows — «Защита от программ-шантажистов».',
  anotherFolder: 'Другая папка…',
  chooseFolder: 'Куда сохранять файлы, пока Deposit Desk открыт',
};

export const MAIN_WORDS: Readonly<Record<Language, MainWords>> = { en, ru };

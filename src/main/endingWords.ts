import type { Language } from './words.ts';

/** What is said when the desk ends without having been asked to, or is wanted while it closes. */
export type EndingWords = {
  readonly brokenTitle: string;
  readonly brokenDetail: string;
  readonly closingTitle: string;
  readonly closingDetail: string;
  readonly startYourself: string;
};

const en: EndingWords = {
  brokenTitle: 'Deposit Desk has to close',
  brokenDetail:
    'Something inside the program broke. Whatever was issued is in the log; the outcome of requests that were on their way is unknown. Start the desk again, and look at them first. If it happens again, save diagnostics and send them to whoever helps you.',
  closingTitle: 'Deposit Desk is still closing',
  closingDetail:
    'It finishes what it was writing, which takes 20 seconds at most, and then starts again by itself.',
  startYourself: 'Deposit Desk has closed, and cannot start again by itself. Start it again.',
};

const ru: EndingWords = {
  brokenTitle: 'Deposit Desk придётся закрыть',
  brokenDetail:
    'Внутри программы произошёл сбой. Всё созданное — в журнале; заявки, которые были в пути, пока с неизвестным исходом. Запустите программу снова и сначала посмотрите на них. Если это повторится, сохраните диагностику и отправьте её тому, кто вам помогает.',
  closingTitle: 'Deposit Desk ещё закрывается',
  closingDetail: 'Программа дописывает начатое — не дольше 20 секунд — и затем запустится сама.',
  startYourself: 'Deposit Desk закрыт и не может запуститься сам. Запустите его снова.',
};

export const ENDING_WORDS: Readonly<Record<Language, EndingWords>> = { en, ru };

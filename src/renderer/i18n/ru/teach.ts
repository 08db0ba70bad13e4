import type { RussianWords } from '../words.ts';
import type { teach as english } from '../en/teach.ts';

export const teach: RussianWords<typeof english> = {
  'teach.open': 'Такие ответы значат: ничего не создано',
  'teach.title': 'Такие ответы значат: ничего не создано',
  'teach.nothingToName':
    'В этом ответе нет ничего, по чему такие ответы можно узнать, поэтому учить по нему нельзя.',
  'teach.leaf': 'Узнаётся по',
  'teach.leaf.hint': 'HTTP {{status}} и {{value}} в {{path}}: в точности так.',
  'teach.unlike.changing': 'Похоже, это в каждом ответе разное и больше никогда не совпадёт.',
  'teach.unlike.common':
    'Само по себе это бывает в очень разных ответах. Надёжнее код или текст, если они есть.',
  'teach.meaning': 'Это значит',
  'teach.wording': 'Своими словами',
  'teach.wording.hint': 'Что оператор прочитает в заголовке; можно оставить пустым.',
  'teach.past.looking': 'Смотрим прежние ответы…',
  'teach.past_one': 'Совпало бы {{count}} из прежних ответов (всего {{looked}}).',
  'teach.past_few': 'Совпало бы {{count}} из прежних ответов (всего {{looked}}).',
  'teach.past_many': 'Совпало бы {{count}} из прежних ответов (всего {{looked}}).',
  'teach.past_other': 'Совпало бы {{count}} из прежних ответов (всего {{looked}}).',
  'teach.past.more_one': 'и ещё {{count}}',
  'teach.past.more_few': 'и ещё {{count}}',
  'teach.past.more_many': 'и ещё {{count}}',
  'teach.past.more_other': 'и ещё {{count}}',
  'teach.past.accepted_one': 'Среди них {{count}} принятая: заявка была создана',
  'teach.past.accepted_few': 'Среди них {{count}} принятые: заявки были созданы',
  'teach.past.accepted_many': 'Среди них {{count}} принятых: заявки были созданы',
  'teach.past.accepted_other': 'Среди них {{count}} принятых: заявки были созданы',
  'teach.past.accepted.text':
    'Тот же признак был в ответе на созданную заявку. Если так выучить, такой ответ больше не сочтут принятым. Выберите другой признак.',
  'teach.outcome.accepted': 'принята',
  'teach.outcome.rejected': 'отказ: ничего не создано',
  'teach.outcome.unknown': 'надёжного ответа нет',
  'teach.fixed': 'Формат Песочницы постоянный и ничему не учится. Учите на своём мерчанте.',
  'teach.known': 'Это уже выучено. Если выучить снова, заменятся значение и слова.',
  'teach.do': 'Выучить',
  'teach.done': 'Выучено',
  'teach.done.text':
    'Теперь {{profile}} понимает такие ответы как «{{wording}}», и ничего не создано. Что уже есть в журнале, остаётся: разберитесь там. Изменить можно в «Формат провайдера», «Отказы».',
};

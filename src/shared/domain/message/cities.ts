import type { MessageLanguage } from '../template.ts';

type Names = Readonly<Record<MessageLanguage, string>>;

/** Zones of the countries whose languages messages are in; any other is named as the zone database names it. */
export const CITIES: Readonly<Record<string, Names>> = {
  'Europe/Moscow': { en: 'Moscow', ru: 'Москва', uz: 'Moskva', kk: 'Мәскеу', tg: 'Москва' },
  'Europe/Samara': { en: 'Samara', ru: 'Самара', uz: 'Samara', kk: 'Самара', tg: 'Самара' },
  'Asia/Yekaterinburg': {
    en: 'Yekaterinburg',
    ru: 'Екатеринбург',
    uz: 'Yekaterinburg',
    kk: 'Екатеринбург',
    tg: 'Екатеринбург',
  },
  'Asia/Novosibirsk': {
    en: 'Novosibirsk',
    ru: 'Новосибирск',
    uz: 'Novosibirsk',
    kk: 'Новосибирск',
    tg: 'Новосибирск',
  },
  'Asia/Tashkent': {
    en: 'Tashkent',
    ru: 'Ташкент',
    uz: 'Toshkent',
    kk: 'Ташкент',
    tg: 'Тошканд',
  },
  'Asia/Samarkand': {
    en: 'Samarkand',
    ru: 'Самарканд',
    uz: 'Samarqand',
    kk: 'Самарқанд',
    tg: 'Самарқанд',
  },
  'Asia/Almaty': { en: 'Almaty', ru: 'Алматы', uz: 'Olmaota', kk: 'Алматы', tg: 'Алмаато' },
  'Asia/Dushanbe': {
    en: 'Dushanbe',
    ru: 'Душанбе',
    uz: 'Dushanbe',
    kk: 'Душанбе',
    tg: 'Душанбе',
  },
};

import type { MessageLanguage } from '#shared/domain/template.ts';

type Words = Readonly<
  Record<
    'pay' | 'number' | 'name' | 'bank_name' | 'bic' | 'payment_reason' | 'scan' | 'valid' | 'close',
    string
  >
>;

/** What a customer reads on a picture or on the operator's screen. uz, kk and tg are drafts, as messages in them are. */
export const CUSTOMER_WORDS: Readonly<Record<MessageLanguage, Words>> = {
  en: {
    pay: 'To pay',
    number: 'Number',
    name: 'Recipient',
    bank_name: 'Bank',
    bic: 'BIC',
    payment_reason: 'Payment reference',
    scan: 'Scan to pay',
    valid: 'Valid until',
    close: 'Close',
  },
  ru: {
    pay: 'К оплате',
    number: 'Номер',
    name: 'Получатель',
    bank_name: 'Банк',
    bic: 'БИК',
    payment_reason: 'Назначение платежа',
    scan: 'Отсканируйте, чтобы оплатить',
    valid: 'Действует до',
    close: 'Закрыть',
  },
  uz: {
    pay: 'To‘lov summasi',
    number: 'Raqam',
    name: 'Qabul qiluvchi',
    bank_name: 'Bank',
    bic: 'MFO / BIK',
    payment_reason: 'To‘lov maqsadi',
    scan: 'To‘lash uchun skanerlang',
    valid: 'Amal qilish muddati',
    close: 'Yopish',
  },
  kk: {
    pay: 'Төлем сомасы',
    number: 'Нөмір',
    name: 'Алушы',
    bank_name: 'Банк',
    bic: 'БСК',
    payment_reason: 'Төлем мақсаты',
    scan: 'Төлеу үшін сканерлеңіз',
    valid: 'Жарамдылық мерзімі',
    close: 'Жабу',
  },
  tg: {
    pay: 'Маблағи пардохт',
    number: 'Рақам',
    name: 'Қабулкунанда',
    bank_name: 'Бонк',
    bic: 'БИК',
    payment_reason: 'Мақсади пардохт',
    scan: 'Барои пардохт скан кунед',
    valid: 'Эътибор дорад то',
    close: 'Пӯшидан',
  },
};

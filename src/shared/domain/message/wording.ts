import { assertNever } from '../result.ts';
import type { Channel, MessageLanguage, MessagePurpose } from '../template.ts';
import type { FollowUpKind } from './followUp.ts';

/** What a customer pays to: a number with what belongs to it, or a page behind a link. Or what follows that message. */
export type MessageKind = 'requisites' | 'link' | FollowUpKind;

export function purposeFor(kind: MessageKind): MessagePurpose {
  return kind === 'requisites' || kind === 'link' ? 'payment' : kind;
}

type Phrases = {
  readonly exactly: string;
  readonly bank: string;
  readonly recipient: string;
  readonly number: string;
  readonly tapped: string;
  readonly bic: string;
  readonly reason: string;
  readonly requisitesUntil: string;
  readonly open: string;
  readonly linkUntil: string;
  readonly received: string;
  readonly amount: string;
  readonly order: string;
  readonly closed: string;
  readonly doNotPay: string;
  readonly alreadyPaid: string;
  readonly expired: string;
  readonly reminder: string;
  readonly payUntil: string;
  readonly paidAlready: string;
  readonly receivedPart: string;
  readonly missing: string;
  readonly waitForRest: string;
};

const PHRASES: Readonly<Record<MessageLanguage, Phrases>> = {
  en: {
    exactly: 'Please transfer exactly {amount} {currency}',
    bank: 'Bank',
    recipient: 'Recipient',
    number: 'Number',
    tapped: 'Number (tap to copy)',
    bic: 'BIC',
    reason: 'Payment reference',
    requisitesUntil: 'Valid until {valid_until}',
    open: 'To pay {amount} {currency}, please open this link:',
    linkUntil: 'The link is valid until {valid_until}',
    received: 'We have received your payment, thank you.',
    amount: 'Amount',
    order: 'Order',
    closed: 'The request for {amount} {currency} is closed.',
    doNotPay: 'Please do not transfer anything to the details that we sent before.',
    alreadyPaid: 'If you have already paid, please write to us.',
    expired: 'The request for {amount} {currency} has expired.',
    reminder: 'Reminder: {minutes_left} min left to pay {amount} {currency}.',
    payUntil: 'Please pay by {valid_until}',
    paidAlready: 'If you have already paid, no action is needed.',
    receivedPart: 'We have received {paid_amount} {currency} of {amount} {currency}.',
    missing: 'Still missing',
    waitForRest: 'Please wait for new details before you transfer the rest.',
  },
  ru: {
    exactly: 'Переведите, пожалуйста, ровно {amount} {currency}',
    bank: 'Банк',
    recipient: 'Получатель',
    number: 'Номер',
    tapped: 'Номер (нажмите, чтобы скопировать)',
    bic: 'БИК',
    reason: 'Назначение платежа',
    requisitesUntil: 'Реквизиты действительны до {valid_until}',
    open: 'Чтобы оплатить {amount} {currency}, откройте, пожалуйста, ссылку:',
    linkUntil: 'Ссылка действительна до {valid_until}',
    received: 'Мы получили ваш платёж, спасибо.',
    amount: 'Сумма',
    order: 'Заказ',
    closed: 'Заявка на {amount} {currency} закрыта.',
    doNotPay: 'Пожалуйста, не переводите деньги по реквизитам, которые мы прислали раньше.',
    alreadyPaid: 'Если вы уже оплатили, напишите нам.',
    expired: 'Срок заявки на {amount} {currency} истёк.',
    reminder: 'Напоминание: на оплату {amount} {currency} осталось {minutes_left} мин.',
    payUntil: 'Оплатите, пожалуйста, до {valid_until}',
    paidAlready: 'Если вы уже оплатили, ничего делать не нужно.',
    receivedPart: 'Мы получили {paid_amount} {currency} из {amount} {currency}.',
    missing: 'Не хватает',
    waitForRest: 'Пожалуйста, не переводите остаток, пока мы не пришлём новые реквизиты.',
  },
  uz: {
    exactly: 'Iltimos, aynan {amount} {currency} oʻtkazing',
    bank: 'Bank',
    recipient: 'Qabul qiluvchi',
    number: 'Raqam',
    tapped: 'Raqam (nusxalash uchun bosing)',
    bic: 'BIK',
    reason: 'Toʻlov maqsadi',
    requisitesUntil: 'Amal qilish muddati: {valid_until} gacha',
    open: '{amount} {currency} toʻlash uchun havolani oching:',
    linkUntil: 'Havola muddati: {valid_until} gacha',
    received: 'Toʻlovingizni oldik, rahmat.',
    amount: 'Summa',
    order: 'Buyurtma',
    closed: '{amount} {currency} uchun soʻrov yopildi.',
    doNotPay: 'Iltimos, avval yuborilgan rekvizitlarga pul oʻtkazmang.',
    alreadyPaid: 'Agar toʻlagan boʻlsangiz, bizga yozing.',
    expired: '{amount} {currency} uchun soʻrov muddati tugadi.',
    reminder: 'Eslatma: {amount} {currency} toʻlash uchun {minutes_left} daqiqa qoldi.',
    payUntil: 'Iltimos, {valid_until} gacha toʻlang',
    paidAlready: 'Agar toʻlagan boʻlsangiz, hech narsa qilish shart emas.',
    receivedPart: '{amount} {currency} dan {paid_amount} {currency} oldik.',
    missing: 'Yetishmaydi',
    waitForRest: 'Iltimos, yangi rekvizitlar yuborilguncha qolganini oʻtkazmang.',
  },
  kk: {
    exactly: 'Дәл {amount} {currency} аударуыңызды сұраймыз',
    bank: 'Банк',
    recipient: 'Алушы',
    number: 'Нөмір',
    tapped: 'Нөмір (көшіру үшін басыңыз)',
    bic: 'БСК',
    reason: 'Төлем мақсаты',
    requisitesUntil: 'Жарамдылық мерзімі: {valid_until} дейін',
    open: '{amount} {currency} төлеу үшін сілтемені ашыңыз:',
    linkUntil: 'Сілтеменің мерзімі: {valid_until} дейін',
    received: 'Төлеміңізді алдық, рахмет.',
    amount: 'Сомасы',
    order: 'Тапсырыс',
    closed: '{amount} {currency} сомасына өтінім жабылды.',
    doNotPay: 'Бұрын жіберілген деректемелерге ақша аудармауыңызды сұраймыз.',
    alreadyPaid: 'Төлеп қойған болсаңыз, бізге жазыңыз.',
    expired: '{amount} {currency} сомасына өтінімнің мерзімі өтті.',
    reminder: 'Еске салу: {amount} {currency} төлеуге {minutes_left} минут қалды.',
    payUntil: '{valid_until} дейін төлеуіңізді сұраймыз',
    paidAlready: 'Төлеп қойған болсаңыз, ештеңе істеудің қажеті жоқ.',
    receivedPart: '{amount} {currency} сомасынан {paid_amount} {currency} алдық.',
    missing: 'Жетпейді',
    waitForRest: 'Жаңа деректемелерді жібергенше, қалғанын аудармауыңызды сұраймыз.',
  },
  tg: {
    exactly: 'Лутфан маҳз {amount} {currency} гузаронед',
    bank: 'Бонк',
    recipient: 'Гиранда',
    number: 'Рақам',
    tapped: 'Рақам (барои нусхабардорӣ пахш кунед)',
    bic: 'БИК',
    reason: 'Таъиноти пардохт',
    requisitesUntil: 'Эътибор дорад то {valid_until}',
    open: 'Барои пардохти {amount} {currency} пайвандро кушоед:',
    linkUntil: 'Пайванд эътибор дорад то {valid_until}',
    received: 'Пардохти шуморо гирифтем, ташаккур.',
    amount: 'Маблағ',
    order: 'Фармоиш',
    closed: 'Дархост ба маблағи {amount} {currency} баста шуд.',
    doNotPay: 'Лутфан ба реквизитҳои пештар фиристодашуда пул нагузаронед.',
    alreadyPaid: 'Агар аллакай пардохт карда бошед, ба мо нависед.',
    expired: 'Муҳлати дархост ба маблағи {amount} {currency} гузашт.',
    reminder: 'Ёдоварӣ: барои пардохти {amount} {currency} {minutes_left} дақиқа монд.',
    payUntil: 'Лутфан то {valid_until} пардохт кунед',
    paidAlready: 'Агар аллакай пардохт карда бошед, ҳеҷ коре лозим нест.',
    receivedPart: 'Аз {amount} {currency} мо {paid_amount} {currency} гирифтем.',
    missing: 'Намерасад',
    waitForRest: 'Лутфан то фиристодани реквизитҳои нав боқимондаро нагузаронед.',
  },
};

/** The desk's own wording, which holds where the office has none of its own. */
export function deskWording(
  language: MessageLanguage,
  channel: Channel,
  kind: MessageKind,
): string {
  const say = PHRASES[language];
  if (kind !== 'requisites' && kind !== 'link') {
    return [...followUpLines(say, kind), `${say.order}: {order}`].join('\n');
  }
  if (kind === 'link') return [say.open, '{link}', say.linkUntil].join('\n');
  return [
    say.exactly,
    `${say.bank}: {bank}`,
    `${say.recipient}: {name}`,
    // In backticks a touch copies it.
    channel === 'telegram' ? `${say.tapped}: \`{number}\`` : `${say.number}: {number}`,
    `${say.bic}: {bic}`,
    `${say.reason}: {reason}`,
    say.requisitesUntil,
    ...(channel === 'whatsapp' ? ['---', '{number}'] : []),
  ].join('\n');
}

function followUpLines(say: Phrases, kind: FollowUpKind): readonly string[] {
  switch (kind) {
    case 'reminder':
      return [say.reminder, say.payUntil, say.paidAlready];
    case 'expired':
      return [say.expired, say.doNotPay, say.alreadyPaid];
    case 'receipt':
      // Without a readable amount that line is left out: the receipt must not name another one.
      return [say.received, `${say.amount}: {amount} {currency}`];
    case 'partial':
      return [say.receivedPart, `${say.missing}: {missing_amount} {currency}`, say.waitForRest];
    case 'refusal':
      return [say.closed, say.doNotPay, say.alreadyPaid];
    default:
      return assertNever(kind);
  }
}

const DO_NOT_PAY = 'TEST. DO NOT PAY';
const DO_NOT_PAY_IN: Readonly<Record<Exclude<MessageLanguage, 'en'>, string>> = {
  ru: 'ТЕСТ. НЕ ОПЛАЧИВАТЬ',
  uz: 'SINOV. TOʻLAMANG',
  kk: 'СЫНАҚ. ТӨЛЕМЕҢІЗ',
  tg: 'САНҶИШ. ПАРДОХТ НАКУНЕД',
};

/** What everything begins with that a sandbox made and a customer could see: in English, and so that this one can read it. */
export function sandboxLine(language: MessageLanguage): string {
  return language === 'en' ? DO_NOT_PAY : `${DO_NOT_PAY} · ${DO_NOT_PAY_IN[language]}`;
}

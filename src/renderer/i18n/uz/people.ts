import type { people as english } from '../en/people.ts';
import type { UzbekWords } from '../words.ts';

export const people: UzbekWords<typeof english> = {
  'customer.title': 'Mijoz',
  'customer.back': 'Orqaga',
  'customer.requests_one': '{{shown}} ta so‘rov',
  'customer.requests_other': '{{shown}} ta so‘rov',
  'customer.open': 'Ochiq',
  'customer.open.none': 'Ochiq so‘rov yo‘q.',
  'customer.history': 'So‘rovlar',
  'customer.history.none': 'Hali so‘rov yo‘q.',
  'customer.inLog': 'Hammasini jurnalda ko‘rsatish',
  'customer.sums': 'Summalar',
  'customer.sums.none': 'Hali qabul qilingan so‘rov yo‘q.',
  'customer.requested_one': 'So‘ralgan, {{shown}} ta qabul qilingan',
  'customer.requested_other': 'So‘ralgan, {{shown}} ta qabul qilingan',
  'customer.paid_one': 'To‘langan, {{shown}} ta so‘rov',
  'customer.paid_other': 'To‘langan, {{shown}} ta so‘rov',
  'customer.unreadable_one': '{{shown}} ta to‘lov summasi noaniq va qo‘shilmagan.',
  'customer.unreadable_other': '{{shown}} ta to‘lov summasi noaniq va qo‘shilmagan.',
  'customer.preference': 'Xabarlar',
  'customer.preference.unset': 'Oxirgi tanlangandek',
  'customer.notes': 'Izohlar',
};

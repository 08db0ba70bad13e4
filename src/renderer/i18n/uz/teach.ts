import type { teach as english } from '../en/teach.ts';
import type { UzbekWords } from '../words.ts';

export const teach: UzbekWords<typeof english> = {
  'teach.open': 'Bunday javoblar ma’nosi: hech narsa yaratilmadi',
  'teach.title': 'Bunday javoblar ma’nosi: hech narsa yaratilmadi',
  'teach.nothingToName':
    'Bu javobda bunday javoblarni yana tanish mumkin bo‘lgan narsa yo‘q, o‘rgatib bo‘lmaydi.',
  'teach.leaf': 'Nimadan taniladi',
  'teach.leaf.hint': 'HTTP {{status}}, {{path}} da {{value}}: aynan shu.',
  'teach.unlike.changing':
    'Bu har bir javobda boshqacha ko‘rinadi, ehtimol boshqa hech qachon mos kelmaydi.',
  'teach.unlike.common':
    'Buning o‘zi juda turli javoblarda turishi mumkin. Kod yoki matn bo‘lsa, u ishonchliroq.',
  'teach.meaning': 'Ma’nosi',
  'teach.wording': 'O‘z so‘zlaringiz bilan',
  'teach.wording.hint': 'Operator sarlavha sifatida o‘qiydi; bo‘sh qolishi mumkin.',
  'teach.past.looking': 'O‘tgan javoblar ko‘rib chiqilmoqda…',
  'teach.past_one': 'O‘tgan {{looked}} ta javobdan {{count}} tasiga mos kelardi.',
  'teach.past_other': 'O‘tgan {{looked}} ta javobdan {{count}} tasiga mos kelardi.',
  'teach.past.more_one': 'va yana {{count}} ta',
  'teach.past.more_other': 'va yana {{count}} ta',
  'teach.past.accepted_one': 'Ulardan biri qabul qilingan: so‘rov yaratilgan',
  'teach.past.accepted_other': 'Ulardan {{count}} tasi qabul qilingan: so‘rovlar yaratilgan',
  'teach.past.accepted.text':
    'Xuddi shu belgi yaratilgan so‘rov javobida turgan. Shunday o‘rgatilsa, bunday javob endi qabul qilingan hisoblanmaydi. Boshqa belgini tanlang.',
  'teach.outcome.accepted': 'qabul qilingan',
  'teach.outcome.rejected': 'rad javobi: hech narsa yaratilmadi',
  'teach.outcome.unknown': 'ishonchli javob yo‘q',
  'teach.fixed':
    'Sandbox formati o‘zgarmas va hech narsa o‘rganmaydi. O‘z merchantingizga o‘rgating.',
  'teach.known': 'Bu allaqachon o‘rgatilgan. Qayta o‘rgatish ma’no va matnni almashtiradi.',
  'teach.do': 'O‘rgatish',
  'teach.done': 'O‘rganildi',
  'teach.done.text':
    'Endi {{profile}} bunday javoblarni «{{wording}}» deb oladi, hech narsa yaratilmagan. Jurnaldagilari o‘zgarmaydi: ularni o‘sha yerda hal qiling. Buni «Provayder formati», «Rad javoblari»da o‘zgartirish mumkin.',
};

import type { exporting as english } from '../en/export.ts';
import type { UzbekWords } from '../words.ts';

export const exporting: UzbekWords<typeof english> = {
  'export.title': 'Eksport',
  'export.button': 'Eksport',
  'export.button.running': 'Eksport qilinmoqda',
  'export.button.share': 'Eksport: {{share}} %',
  'export.button.done': 'Eksport qilindi',
  'export.button.failed': 'Eksport bo‘lmadi',
  'export.close': 'Yopish',
  'export.what.uncounted': 'Mos kelganlarning hammasi; yozilayotganda sanaladi.',
  'export.what.many': '{{count}}: mos kelganlarning hammasi; yozilayotganda sanaladi.',
  'export.what.none': 'Hech narsa mos kelmadi, eksport qiladigan narsa yo‘q.',
  'export.what_one': 'Mos kelgan bittasi.',
  'export.what_other': 'Mos kelgan {{shown}} tasining hammasi.',
  'export.format': 'Format',
  'export.format.csv': 'CSV',
  'export.format.xlsx': 'Excel',
  'export.format.jsonl': 'JSON Lines',
  'export.format.csv.hint':
    'Boshqa dasturlar uchun. Excel CSV dagi 16 xonali raqamlarni buzadi: u uchun Excel formatini tanlang.',
  'export.format.xlsx.hint':
    'Excel va shunga o‘xshashlar uchun. Id, raqam va telefonlar matn bo‘ladi, bitta raqam ham yo‘qolmaydi.',
  'export.format.jsonl.hint':
    'Dasturlar uchun: har satrda bitta so‘rov, har bir maydon o‘z nomi bilan.',
  'export.tooMany':
    'Excelga {{most}} qator sig‘adi, mos kelgani undan ko‘p. CSV ni tanlang yoki qidiruvni toraytiring.',
  'export.delimiter': 'Qiymatlar orasida',
  'export.delimiter.comma': 'Vergul ,',
  'export.delimiter.semicolon': 'Nuqtali vergul ;',
  'export.delimiter.hint': 'Rus tili yoki Yevropa sozlamali dasturlar nuqtali vergul kutadi.',
  'export.requisites': 'Rekvizitlar',
  'export.requisites.masked': 'Yashirilgan',
  'export.requisites.whole': 'To‘liq',
  'export.requisites.masked.hint':
    'Birinchi olti va oxirgi to‘rt raqam: tanish uchun yetarli, to‘lash uchun emas.',
  'export.requisites.whole.hint':
    'To‘liq raqam va havolalar jurnaldan har kim ocha oladigan oddiy faylga chiqadi. Ularni siz olganingiz yozib qo‘yiladi.',
  'export.start': 'Eksport qilish',
  'export.start.whole': 'To‘liq rekvizitlar bilan eksport',
  'export.fine': 'Faylda vaqt mahalliy va UTC da turadi. Yoniga isbot fayli yoziladi.',
  'export.progress': 'Eksport',
  'export.counting': '{{written}} qator yozildi, hali sanalmoqda',
  'export.written': '{{total}} qatordan {{written}} tasi',
  'export.cancel': 'Bekor qilish',
  'export.leave': 'Ishlashda davom eting: u o‘zi davom etadi.',
  'export.cancelled': 'Bekor qilindi',
  'export.cancelled.text': 'Hech qanday fayl qolmadi.',
  'export.failed': 'Eksport qilinmadi',
  'export.problem.disk_full':
    'Diskda joy yo‘q. Hech qanday fayl qolmadi. Joy bo‘shating va qayta eksport qiling.',
  'export.problem.folder_denied':
    'Tizim dasturga bu papkaga yozishga ruxsat bermayapti. Hech narsa eksport qilinmadi, fayl qolmadi. Boshqa papkani tanlang yoki ruxsat bering: macOS’da «Privacy & Security», «Files and Folders»; Windows’da «Ransomware protection».',
  'export.problem.cannot_write':
    'Faylni yozib bo‘lmadi. Hech narsa eksport qilinmadi. Papka borligini va unga yozish mumkinligini tekshiring, keyin qayta eksport qiling.',
  'export.problem.too_many_rows':
    'Mos kelgan qatorlar Excelga sig‘adiganidan ko‘p ({{most}}). Hech qanday fayl qolmadi. CSV qilib eksport qiling yoki qidiruvni toraytiring.',
  'export.problem.log_unavailable':
    'Jurnalni oxirigacha o‘qib bo‘lmadi. Hech qanday fayl qolmadi. Nima bo‘lgani oyna tepasida turadi.',
  'export.asCsv': 'CSV qilib eksport',
  'export.elsewhere': 'Boshqa papka…',
  'export.another': 'Yangi eksport',
  'export.done_one': '{{shown}} qator eksport qilindi',
  'export.done_other': '{{shown}} qator eksport qilindi',
  'export.file': 'Fayl',
  'export.copyPath': 'Yo‘lini nusxalash',
  'export.proof': 'Isbot',
  'export.proof.text':
    'Yonida, o‘sha nom va .proof bilan: nechta qator, fayl xeshi va jurnalning eng yangi hodisasi.',
  'export.check': 'Keyin hech kim o‘zgartirmaganini tekshirish uchun',
  'export.copyCommand': 'Buyruqni nusxalash',
};

import type { lab as english } from '../en/lab.ts';
import type { UzbekWords } from '../words.ts';

export const lab: UzbekWords<typeof english> = {
  'lab.title': 'Imzo laboratoriyasi',
  'lab.text': 'Bu yerda hech narsa yuborilmaydi. Sozlamalarni burashingiz bilan o‘zgaradi.',
  'lab.flow': 'Namuna so‘rov',
  'lab.fields': 'Namuna maydonlari',
  'lab.fields.text':
    'Qanday ketsa, shunday, summa kichik birliklarda. Provayder hujjatidagi misolni shu yerga yozing; bo‘sh maydon yuborilmaydi.',
  'lab.last': 'Oxirgi so‘rovni olish',
  'lab.example': 'Misolni olish',
  'lab.notSent': 'yuborilmaydi',
  'lab.fault.needed': 'Bu maydon kerak.',
  'lab.fault.cents': 'Kichik birliklar, faqat raqamlar.',
  'lab.fault.merchant': 'UUID emas.',
  'lab.fault.value': 'Hujjatda bu yerda bunday qiymat yo‘q.',
  'lab.stale': 'Belgilangan maydonlarni tuzating: pastdagisi avvalgisidan qolgan.',
  'lab.copy': 'Nusxalash',
  'lab.toSign': 'Imzolanadigan satr',
  'lab.input': 'Algoritm nimani oladi',
  'lab.input.hmac': 'Imzolanadigan satr; maxfiy kalit — kalit.',
  'lab.input.plain': 'Imzolanadigan satr maxfiy kalit bilan birga, kalit bu yerda nuqtalangan.',
  'lab.input.rsa': 'Imzolanadigan satr; uni yopiq kalit imzolaydi.',
  'lab.signature': 'Imzo',
  'lab.problem.secret_missing':
    'Bu manzil uchun maxfiy kalit saqlanmagan, imzo yo‘q. Uni «Maxfiy kalit»da kiriting yoki quyida misol kaliti bilan qidiring.',
  'lab.problem.vault_unavailable':
    'Kalitlar ombori maxfiy kalitni bermaydi, imzo yo‘q. Uni oching yoki «Maxfiy kalit»da shu ish uchun kiriting.',
  'lab.problem.secret_unusable':
    'Saqlangan maxfiy kalitni bunday ishlatib bo‘lmaydi: u PEM kalit emas, yoki «Maxfiy kalit turi»da aytilgandek base64 yoki hex emas.',
  'lab.request': 'Nima ketgan bo‘lardi',
  'lab.request.text': 'Har bir bayti, maxfiylari nuqtalangan.',
  'lab.expected': 'Provayder kutgan imzo',
  'lab.expected.hint':
    'Provayder hujjatidan yoki yordam xizmatidan, o‘sha namuna maydonlari uchun.',
  'lab.verdict.match': 'Mos keldi.',
  'lab.verdict.without_prefix':
    'Imzo mos keldi. Undan oldin “{{prefix}}” yuboriladi: uni ham solishtirish uchun birga qo‘ying.',
  'lab.verdict.other_case': 'Bosh harflardan tashqari mos: «Yozilishi»ni o‘zgartiring.',
  'lab.verdict.with_prefix': 'Mos, oldida qo‘shimcha bilan: uni «Old qo‘shimcha»ga qo‘ying.',
  'lab.verdict.different': 'Mos kelmadi.',
  'lab.verdict.stored':
    'Saqlangan maxfiy kalit imzosi bilan solishtirildi; misol kaliti faqat qidiruvda ishlatiladi.',
  'lab.secret': 'Misolning maxfiy kaliti',
  'lab.secret.hint': 'Faqat misolning o‘ziniki bo‘lsa. U saqlanmaydi; bo‘sh: saqlangan kalit.',
  'lab.find': 'Sozlamalarni topish',
  'lab.found_one': 'Bu imzoni bitta birikma beradi.',
  'lab.found_other': 'Bu imzoni {{count}} ta birikma beradi.',
  'lab.tried_one': '{{ms}} ms da {{count}} tasi sinaldi',
  'lab.tried_other': '{{ms}} ms da {{count}} tasi sinaldi',
  'lab.use': 'Shularni ishlatish',
  'lab.inUse': 'hozir qo‘yilgan',
  'lab.position.suffix': 'maxfiy kalit matndan keyin, orasida “{{separator}}”',
  'lab.position.prefix': 'maxfiy kalit matndan oldin, orasida “{{separator}}”',
  'lab.position.suffix.bare': 'maxfiy kalit matndan keyin, orasida hech narsa yo‘q',
  'lab.position.prefix.bare': 'maxfiy kalit matndan oldin, orasida hech narsa yo‘q',
  'lab.transform.text': 'maxfiy kalit matn',
  'lab.transform.base64': 'maxfiy kalit base64 dan',
  'lab.transform.hex': 'maxfiy kalit hex dan',
  'lab.none_one': '{{count}} ta birikma mos kelmadi',
  'lab.none_other': '{{count}} ta birikmaning hech biri mos kelmadi',
  'lab.none.next': 'Keyin nimani tekshirish kerak:',
  'lab.none.example': 'namuna maydonlari aynan misolnikidek, bo‘shlari ham;',
  'lab.none.secret': 'maxfiy kalit misol qilingan kalitning o‘zi;',
  'lab.none.fields': 'summa kichik birliklarda, manzillarda ortiqcha chiziq yo‘q;',
  'lab.none.copied': 'imzo to‘liq nusxalangan;',
  'lab.none.other':
    'aks holda provayderdan to‘liq misol so‘rang: uning usuli boshqacha bo‘lishi mumkin.',
  'lab.searchProblem.secret_missing':
    'Qidirish uchun maxfiy kalit yo‘q. Yuqorida misol kalitini kiriting yoki shu profil kalitini saqlang.',
  'lab.searchProblem.vault_unavailable':
    'Kalitlar ombori maxfiy kalitni bermaydi. Uni oching yoki yuqorida misol kalitini kiriting.',
};

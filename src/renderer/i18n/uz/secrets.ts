import type { secrets as english } from '../en/secrets.ts';
import type { UzbekWords } from '../words.ts';

export const secrets: UzbekWords<typeof english> = {
  'secret.needed': 'kiritish kerak',
  'secret.checking': 'Kalitlar omboridan so‘ralmoqda…',
  'secret.where':
    'Bu yerga kiritilgani {{storeName}} ga boradi va ekranga hech qachon qaytmaydi. U provayder manzilining hostiga bog‘langan.',
  'secret.fixed':
    'Sandbox maxfiy kalitini dastur har ishga tushganda yaratadi va faqat xotirada saqlaydi. Kiritadigan narsa yo‘q.',
  'secret.signing': 'Imzo kaliti',
  'secret.signing.text':
    'Har bir so‘rovni imzolaydi. Provayder uni merchant ID bilan birga beradi.',
  'secret.signing.pem':
    'Bu format RSA bilan imzolaydi, maxfiy kalit PEM ko‘rinishidagi yopiq kalit: birinchi satrida BEGIN PRIVATE KEY yoki BEGIN RSA PRIVATE KEY turadi.',
  'secret.callback': 'Callback kaliti',
  'secret.callback.text':
    'Provayder callbacklarni shu bilan imzolaydi. So‘rovlar u bilan imzolanmaydi.',
  'secret.callback.pem':
    'Bu formatda callbacklar RSA bilan imzolanadi, shuning uchun bu provayderning PEM ko‘rinishidagi ochiq kaliti: birinchi satrida BEGIN PUBLIC KEY turadi.',
  'secret.header.text': 'Har bir so‘rov bilan {{header}} sarlavhasida yuboriladi.',
  'secret.state.stored': '{{storeName}} da saqlangan',
  'secret.state.run': 'Faqat shu ish uchun, dastur yopilganda yo‘qoladi',
  'secret.state.own': 'Dastur yaratgan, faqat xotirada',
  'secret.state.missing': 'Maxfiy kalit hali yo‘q',
  'secret.state.other_host': 'Manzil o‘zgardi: qaytadan kiriting',
  'secret.state.store_changed':
    'Boshqa kalitlar omborida saqlangan, hozirgisi u emas: qaytadan kiriting',
  'secret.field': 'Maxfiy kalit',
  'secret.hint': 'Uni almashtirish mumkin, bu yerda qayta o‘qib bo‘lmaydi.',
  'secret.replaces':
    'Saqlanganining o‘rnini bosadi. Yangisi qabul qilinmaguncha eski kalit saqlanadi.',
  'secret.save': 'Kalitni saqlash',
  'secret.replace': 'Kalitni almashtirish',
  'secret.chooseFile': 'Kalit faylini tanlash',
  'secret.spaced':
    'Bo‘sh joy bilan boshlanadi yoki tugaydi. Nusxalashda qo‘shilgan bo‘lsa, olib tashlang.',
  'secret.fault.empty': 'Maxfiy kalitni kiriting.',
  'secret.fault.not_pem':
    'PEM ko‘rinishidagi yopiq kalit emas. Birinchi satrida BEGIN PRIVATE KEY yoki BEGIN RSA PRIVATE KEY turadi.',
  'secret.fault.public_pem': 'Bu ochiq kalit. Imzolash uchun yopig‘i kerak.',
  'secret.fault.is_merchant':
    'Merchant ID maxfiy kalit emas. Provayder bergan maxfiy kalitni kiriting.',
  'secret.fault.is_header':
    'Bu provayder formatidagi sarlavha qiymati, maxfiy kalit emas. Provayder bergan maxfiy kalitni kiriting.',
  'secret.fault.not_header':
    'U sarlavhada ketadi, faqat lotin harflari, raqam va oddiy belgilar bo‘lsin.',
  'secret.notStored': 'Saqlanmadi',
  'secret.next': 'Keyin: provayder formati to‘g‘riligini ko‘ring va ulanishni tekshiring.',
  'secret.keepForRun': 'Faqat shu ish uchun saqlash',
  'secret.keepForRun.text':
    'Kalitlar omborisiz maxfiy kalitni dastur yopilguncha xotirada saqlash mumkin. U hech qachon faylga yozilmaydi, har ishga tushgandan keyin qayta kiritish kerak.',
  'secret.rotation': '{{time}} da almashtirilgan',
  'secret.rotation.text':
    'Yangisi qabul qilinmaguncha eski kalit saqlanadi: imzolangan tekshiruv yoki birinchi qabul qilingan so‘rov bilan.',
  'secret.takeBack': 'Eski kalitni qaytarish',
  'secret.delete': 'Kalitni o‘chirish',
  'secret.delete.title': 'Bu maxfiy kalit o‘chirilsinmi?',
  'secret.delete.text': 'Qaytadan kiritilmaguncha bu profil uchun hech narsa chiqarib bo‘lmaydi.',
  'secret.delete.keep': 'Qolsin',
  'file.export': 'Profillarni eksport qilish',
  'file.export.text':
    'Boshqa ish joyini xuddi shunday sozlaydigan fayl: manzillar, merchant ID lar, provayder formatlari, xavfsizlik. Unda maxfiy kalitlar yo‘q: har bir ish joyi o‘zinikini kiritadi.',
  'file.export.none': 'Hali o‘z profilingiz yo‘q. Avval qo‘shing.',
  'file.export.sameOrders': 'Bir nechta ish joyi bir xil buyurtma raqamlarini beradi',
  'file.export.sameOrders.text':
    'Har bir ish joyi o‘zicha sanaydi: {{profiles}}. Berishdan oldin «Sozlash»da buyurtma raqami andozasiga {random} qo‘ying yoki har biriga o‘z boshlanishini bering.',
  'file.export.which': 'Eksport qilinadigan profillar',
  'file.export.do': 'Eksport qilish ({{count}})',
  'file.export.done': 'Brauzerga yuklab olish uchun berildi',
  'file.import': 'Profillarni import qilish',
  'file.import.text':
    'Boshqa ish joyidan profil fayli. Nima o‘zgarishini ko‘rmaguningizcha hech narsa o‘zgarmaydi.',
  'file.import.choose': 'Fayl tanlash',
  'file.import.file': 'Profil fayli',
  'file.import.drop': 'yoki shu yerga tashlang',
  'file.import.paste': 'Yoki matnini qo‘ying',
  'file.import.do': 'Import qilish',
  'file.preview': 'Import nima qiladi',
  'file.action.add': 'yangi',
  'file.action.change': 'o‘zgaradi',
  'file.action.same': 'bu yerdagidek',
  'file.needsSecret': 'keyin maxfiy kalit kerak',
  'file.needsSecretNow': 'hozir maxfiy kalit kerak',
  'file.changes': '{{profile}} o‘zgarishlari',
  'file.knob': 'Sozlama',
  'file.before': 'Hozir',
  'file.after': 'Keyin',
  'file.imported_one': '{{count}} ta profil import qilindi.',
  'file.imported_other': '{{count}} ta profil import qilindi.',
};

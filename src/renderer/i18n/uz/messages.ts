import type { messages as english } from '../en/messages.ts';
import type { UzbekWords } from '../words.ts';

export const messages: UzbekWords<typeof english> = {
  'copy.checked': 'Nusxalandi · tekshirildi',
  'copy.not_checked': 'Nusxalandi · tekshirilmadi',
  'copy.different': 'Buferda nusxalanganidan boshqa narsa bor. Uni qo‘ymang: qayta nusxalang.',
  'copy.notRecorded': 'Nusxalandi, lekin nusxa Jurnalga yozilmadi.',

  'message.title': 'Mijozga xabar',
  'message.copy': 'Xabarni nusxalash',
  'message.copy.receipt': 'To‘lov tasdig‘ini nusxalash',
  'message.copy.refusal': 'Yopilish xabarini nusxalash',
  'message.language': 'Xabarlar tili',
  'message.language.en': 'English',
  'message.language.ru': 'Русский',
  'message.language.uz': 'Oʻzbekcha',
  'message.language.kk': 'Қазақша',
  'message.language.tg': 'Тоҷикӣ',
  'message.draft': '{{name}} · qoralama',
  'message.channel': 'Qanday yuboriladi',
  'message.channel.telegram': 'Telegram',
  'message.channel.whatsapp': 'WhatsApp',
  'message.channel.plain': 'Oddiy matn',
  'message.preview': 'Ko‘rinishi',
  'message.hide': 'Ko‘rinishni yashirish',
  'message.then': 'Keyin, yana bosilsa:',
  'message.edit': 'Bu safarga o‘zgartirish',
  'message.edit.hint': 'Faqat shu xabar o‘zgaradi. Andoza matn o‘zgarmaydi.',
  'message.text': 'Xabar matni',
  'message.restore': 'O‘zgarishlarni bekor qilish',
  'message.source.desk': 'Dastur matni',
  'message.source.own': 'Ofisingiz matni',
  'message.source.edited': 'Qo‘lda o‘zgartirilgan',
  'message.hidden.masked': 'Xabarni ko‘rish uchun rekvizitlarni oching.',
  'message.hidden.privacy': 'Maxfiylik rejimi yashirgan. Nusxa olish ishlaydi.',
  'message.remark.hidden':
    'Ko‘rinmas belgilar bilan kelgan: {{fields}}. Ular qanday kelgan bo‘lsa, shunday nusxalanadi.',
  'message.remark.telegram':
    'Telegram bundagi belgilarni bezak deb olishi mumkin: {{fields}}. Raqam butun qolishi uchun bu yerda qo‘shtirnoqsiz.',
  'message.remark.whatsapp':
    'WhatsApp bundagi belgilarni bezak deb olishi mumkin: {{fields}}. Yuborgandan keyin xabarni bir marta tekshiring.',
  'message.remark.link':
    'Telegram havoladagi belgilarni bezak deb olishi mumkin. Yuborgandan keyin havolani bir marta bosib ko‘ring.',

  'message.none.unsafe_link':
    'Xabar yo‘q: havolani ochish xavfli, u berilmaydi. Provayderdan https havola so‘rang.',
  'message.none.nothing_to_pay': 'Xabar yo‘q: provayder na raqam, na havola qaytardi.',

  'message.concern.expired': 'Bu rekvizitlar endi amal qilmaydi.',
  'message.concern.no_number': 'Matnda raqam qaytarilganidek turmaydi.',
  'message.concern.no_link': 'Matnda havola qaytarilganidek turmaydi.',
  'message.asked': 'Hali nusxalanmadi. {{concern}} Baribir nusxalash uchun yana bosing.',
  'message.asked.receipt':
    'Hali nusxalanmadi. Provayder “{{state}}” deydi. To‘lov tasdig‘ini nusxalash uchun yana bosing.',
  'message.asked.refusal':
    'Hali nusxalanmadi. Provayder “{{state}}” deydi. So‘rov yopilgani haqidagi xabarni nusxalash uchun yana bosing.',
  'message.asked.unverified': 'Holat imzolanmagan: avval provayderdan tekshiring.',
  'closed.copy.title': 'So‘rov yopilgan: provayder “{{state}}” deydi. Baribir nusxalansinmi?',
  'closed.copy.text':
    '{{order}} buyurtmasi, mijoz: {{customer}}. Bu rekvizitlarga hozir yuborilgan pul yo‘qolishi mumkin. Hali hech narsa nusxalanmadi.',
  'closed.copy.back': 'Nusxalamaslik',
  'message.source.receipt': 'To‘lov tasdig‘i: provayder “{{state}}” deydi',
  'message.source.refusal': 'So‘rov yopilgan: provayder “{{state}}” deydi',
  'message.next.number': 'Faqat raqam uchun yana bosing.',
  'message.next.message': 'Ikkinchi xabar uchun yana bosing.',
  'message.second': 'ikkitadan ikkinchisi',

  'message.said.message.checked': '{{customer}} uchun xabar nusxalandi · tekshirildi.',
  'message.said.message.not_checked': '{{customer}} uchun xabar nusxalandi · tekshirilmadi.',
  'message.said.message.different':
    'Buferda {{customer}} uchun xabar emas. Uni qo‘ymang: qayta nusxalang.',
  'message.said.message.notRecorded':
    '{{customer}} uchun xabar nusxalandi, lekin nusxa Jurnalga yozilmadi.',
  'message.said.number.checked': '{{customer}} uchun raqam nusxalandi · tekshirildi.',
  'message.said.number.not_checked': '{{customer}} uchun raqam nusxalandi · tekshirilmadi.',
  'message.said.number.different':
    'Buferda {{customer}} uchun raqam emas. Uni qo‘ymang: qayta nusxalang.',
  'message.said.number.notRecorded':
    '{{customer}} uchun raqam nusxalandi, lekin nusxa Jurnalga yozilmadi.',

  'message.refused.waiting': '{{customer}} hali kutmoqda: hech narsa nusxalanmadi.',
  'message.refused.unknown': '{{customer}} uchun javob yo‘q: hech narsa nusxalanmadi.',
  'message.refused.rejected': 'Provayder {{customer}} so‘rovini rad etdi: hech narsa nusxalanmadi.',
  'message.refused.not_sent': '{{customer}} so‘rovi yuborilmagan: hech narsa nusxalanmadi.',
  'message.refused.locked':
    'Hech narsa nusxalanmadi: {{customer}} uchun boshqa summa qaytdi. Avval ikkala summani tasdiqlang.',
  'message.refused.notRecorded': '{{customer}} so‘rovi yozilmagan: hech narsa nusxalanmadi.',
  'message.refused.unsafe_link':
    'Hech narsa nusxalanmadi: {{customer}} havolasini ochish xavfli. Provayderdan https havola so‘rang.',
  'message.refused.nothing_to_pay':
    'Hech narsa nusxalanmadi: {{customer}} uchun na raqam, na havola qaytdi.',
  'message.refused.no_wording':
    '{{customer}} uchun hech narsa nusxalanmadi: matnlarni o‘qib bo‘lmadi. Qayta urining.',
  'message.refused.failed':
    '{{customer}} uchun hech narsa nusxalanmadi: buferga yozib bo‘lmadi. Matnni belgilab, qo‘lda nusxalang.',
  'message.refused.none': 'Hech narsa nusxalanmadi: bu profilda so‘rov chiqarilmagan.',
  'message.refused.unread':
    'Hech narsa nusxalanmadi: so‘rovni Jurnaldan o‘qib bo‘lmadi. Qayta urining.',
  'message.whose': 'Kimning xabari?',
  'message.whose.text': 'Hali hech narsa nusxalanmadi.',

  'placeholder.amount': 'Summa',
  'placeholder.currency': 'Valyuta',
  'placeholder.number': 'Raqam',
  'placeholder.name': 'Oluvchi',
  'placeholder.bank': 'Bank',
  'placeholder.bic': 'BIC',
  'placeholder.reason': 'To‘lov maqsadi',
  'placeholder.link': 'Havola',
  'placeholder.valid_until': 'Amal qiladi',
  'placeholder.customer': 'Mijoz',
  'placeholder.order': 'Buyurtma raqami',

  'wording.title': 'Mijozlarga xabarlar',
  'wording.panel':
    '«Xabarni nusxalash» buferga nimani qo‘yadi: til, kanal va to‘lov turi bo‘yicha.',
  'wording.open': 'Matnlarni o‘zgartirish',
  'wording.intro':
    'Dasturda hamma narsa uchun matn bor. Boshqasi kerak joyda o‘zingiznikini yozing; qiymati kelmagan satr tushib qoladi.',
  'wording.draft': 'Dasturning bu tildagi matni qoralama: til sohibi ko‘rib chiqmagan.',
  'wording.purpose': 'Nima uchun',
  'wording.purpose.payment': 'To‘lash so‘rovi',
  'wording.purpose.receipt': 'To‘lov tasdig‘i',
  'wording.purpose.refusal': 'So‘rov yopildi',
  'wording.use.receipt': 'Provayder to‘langanini aytgach ishlatiladi. {amount} — to‘langan summa.',
  'wording.use.refusal':
    'Provayder rad etilgani, muddati o‘tgani yoki qaytarilganini aytgach ishlatiladi.',
  'wording.fault.says_where_to_pay':
    '{number} va {link} ni olib tashlang: endi to‘lash kerak emas.',
  'wording.notFor.receipt': 'To‘lov tasdig‘ida {number} ham, {link} ham bo‘lmaydi.',
  'wording.notFor.refusal': 'Bu xabarda {number} ham, {link} ham bo‘lmaydi.',
  'wording.types': 'To‘lov turlari',
  'wording.allTypes': 'Barcha to‘lov turlari',
  'wording.pageType': '{{type}} (to‘lov sahifasi)',
  'wording.standing.own': 'o‘zingizniki',
  'wording.standing.desk': 'dasturnikidek',
  'wording.standing.unsaved': 'saqlanmagan',
  'wording.add': 'Boshqa to‘lov turi',
  'wording.add.button': 'Qo‘shish',
  'wording.add.fault': 'Provayder ishlatadigan nomni yozing, masalan sbp.',
  'wording.add.known': '{{type}} ro‘yxatda bor.',
  'wording.text': 'Matn',
  'wording.length': '{{limit}} belgidan {{used}} tasi',
  'wording.insert': 'Matnga qo‘yish',
  'wording.insertOne': 'Qo‘yish: {{name}}',
  'wording.insertParting': 'Qo‘yish: ikkinchi xabar shu yerdan boshlanadi',
  'wording.use.both': 'Rekvizitlar uchun ham, havolalar uchun ham ishlatiladi.',
  'wording.use.requisites':
    'Rekvizitlar uchun ishlatiladi: unda {number} bor. Havolalar uchun dastur matni, chunki unda {link} yo‘q.',
  'wording.use.link':
    'Havolalar uchun ishlatiladi: unda {link} bor. Rekvizitlar uchun dastur matni, chunki unda {number} yo‘q.',
  'wording.fault.empty': 'Biror narsa yozing yoki dastur matnini qaytaring.',
  'wording.fault.too_long': 'Ko‘pi bilan {{limit}} belgi.',
  'wording.fault.unknown_placeholder':
    '{{written}} bu yerda ma’lum emas. Pastdagilardan birini ishlating.',
  'wording.fault.lone_brace': 'Jufti yo‘q qavs: {{written}}',
  'wording.fault.nothing_to_pay':
    '{number} yoki {link} qo‘ying: ularsiz mijoz qayerga to‘lashni bilmaydi.',
  'wording.save': 'Matnni saqlash',
  'wording.discard': 'O‘zgarishlardan voz kechish',
  'wording.restore': 'Dastur matnini qaytarish',
  'wording.takeBack': 'Menikini qaytarish',
  'wording.done.saved': 'Saqlandi. Xabarlar endi shuni ishlatadi.',
  'wording.done.restored': 'Yana dastur matni amal qiladi.',
  'wording.preview': 'Matnning ko‘rinishi',
  'wording.example': 'Namuna so‘rov',
  'wording.example.requisites': 'Rekvizitlar',
  'wording.example.link': 'To‘lov havolasi',
  'wording.notFor.requisites': '{number} siz rekvizitlar uchun ishlatilmaydi.',
  'wording.notFor.link': '{link} siz havolalar uchun ishlatilmaydi.',
};

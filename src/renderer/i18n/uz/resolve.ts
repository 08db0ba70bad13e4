import type { resolve as english } from '../en/resolve.ts';
import type { UzbekWords } from '../words.ts';

export const resolve: UzbekWords<typeof english> = {
  'resolve.open': 'Hal qilish',
  'resolve.title': '{{order}} ni hal qilish',
  'resolve.kind': 'Provayder nima dedi?',
  'resolve.found': 'Topildi',
  'resolve.absent': 'Yo‘q ekan',
  'resolve.reissue': 'Qayta chiqarish',
  'resolve.close': 'Hozircha hal qilmaslik',
  'resolve.found.text':
    'U provayderda mavjud. Bu yerda yopiladi. Rekvizitlarni faqat mijozga hali kerak bo‘lsa yozing.',
  'resolve.remoteId': 'Provayder id si',
  'resolve.remoteId.hint': 'Provayder kabineti yoki yordam xizmati aytganidek',
  'resolve.remoteId.empty': 'Provayder uni qaysi id bilan bilsa, o‘shani kiriting.',
  'resolve.requisites': 'Provayder kabinetidagi rekvizitlar, ixtiyoriy',
  'resolve.requisites.hint': 'Faqat u yerda turganini yozing. «Qo‘lda kiritilgan» deb belgilanadi.',
  'resolve.found.save': 'Topildi deb saqlash',
  'resolve.absent.text':
    'Faqat provayderning o‘zi tasdiqlaganda. Hali ko‘rinmagan buyurtma keyin paydo bo‘lishi mumkin.',
  'resolve.absent.confirm': 'Provayder {{order}} buyurtmasi yo‘qligini tasdiqladi',
  'resolve.absent.needed': 'Avval buni belgilang: provayder tasdiqlashi kerak.',
  'resolve.absent.save': 'Yo‘q deb saqlash',
  'resolve.many.title_one': '{{count}} ta so‘rovni yo‘q deb belgilash',
  'resolve.many.title_other': '{{count}} ta so‘rovni yo‘q deb belgilash',
  'resolve.many.confirm_one': 'Provayder bu {{count}} ta buyurtma yo‘qligini tasdiqladi',
  'resolve.many.confirm_other': 'Provayder bu {{count}} ta buyurtma yo‘qligini tasdiqladi',
  'resolve.many.found': 'Topilganiga o‘z id si kerak: uni ochib, «Hal qilish»ni bosing.',
  'resolve.many.done_one': '{{count}} ta so‘rov yo‘q deb hal qilindi.',
  'resolve.many.done_other': '{{count}} ta so‘rov yo‘q deb hal qilindi.',
  'resolve.reissue.text':
    'Agar birinchisi baribir mavjud bo‘lsa, mijozda to‘lanadigan ikkita so‘rov bo‘lishi mumkin. Bu yangisini yuboradi va eskisini qayta chiqarilgan deb yopadi.',
  'resolve.reissue.confirm': 'Tasdiqlash uchun eski buyurtma raqamini yozing',
  'resolve.reissue.mismatch': 'Aynan {{order}} deb yozing.',
  'resolve.reissue.order': 'Yangi buyurtma raqami',
  'resolve.reissue.order.empty': 'Buyurtma raqamini kiriting.',
  'resolve.reissue.order.same': 'Eski buyurtma raqamidan boshqasini oling.',
  'resolve.reissue.order.asking': 'keyingisi so‘ralmoqda…',
  'resolve.reissue.save': 'Qayta chiqarish',
  'resolve.note': 'Izoh',
  'resolve.note.hint': 'Kim va qachon aytgani. Jurnalda qoladi.',
  'resolved.found': 'Provayderda topildi. U yerdagi id si: {{id}}',
  'resolved.absent': 'Provayderda bunday so‘rov yo‘q. {{order}} buyurtmasi yana bo‘sh.',
  'resolved.reissued': 'Boshqa so‘rov sifatida qayta chiqarildi.',
  'resolved.by': '{{operator}} hal qildi, {{time}}.',
  'resolved.openNew': 'Yangi so‘rovni ochish',
  'resolved.typed': 'Qo‘lda kiritilgan',
  'resolved.typed.text':
    'Bular provayder kabinetidan yozilgan, qabul qilinmagan. Nusxalashdan oldin solishtiring.',
  'late.accepted.title': 'Kech javob: provayder uni yaratgan',
  'late.rejected.title': 'Kech javob: provayder hech narsa yaratmagan',
  'late.unknown.title': 'Hech narsani hal qilmaydigan kech javob',
  'late.text':
    'Provayder {{order}} buyurtmasi haqida {{time}} da javob berdi, o‘shanda javob endi kutilmayotgan edi.',
  'late.accepted.text':
    'Siz tasdiqlamaguningizcha so‘rov javobsiz, buyurtma esa yopiq qoladi. Keyin rekvizitlar ko‘rsatiladi.',
  'late.confirmAbsent': 'Tasdiqlash: hech narsa yaratilmagan',
  'late.note': 'Kech javobga ko‘ra.',
  'late.after.absent.title': 'Provayder uni baribir yaratgan',
  'late.after.absent':
    '{{time}} dagi kech javobga ko‘ra u provayderda bor, id si {{id}}. Provayderdan uni bekor qilishni so‘rang yoki mijozga ikki marta to‘lamaslikni ayting.',
  'late.after.reissued.title': 'Provayderda bunday so‘rov ikkita bo‘lishi mumkin',
  'late.after.reissued':
    '{{time}} dagi kech javobga ko‘ra bu so‘rov yaratilgan, id si {{id}}. Bu orada u qayta chiqarilgan: provayderdan bittasini bekor qilishni so‘rang.',
  'late.earlier.title': 'Oldingi so‘rov ham yaratilgan',
  'late.earlier':
    'Uning javobi kech, {{time}} da keldi. Ikkalasini ham to‘lash mumkin: provayderdan bittasini bekor qilishni so‘rang.',
  'late.earlier.open': 'Oldingi so‘rovni ochish',
  'resolved.late': 'Kech javobdan',
  'resolved.late.text': 'Ularni provayder dastur kutishni to‘xtatgandan keyin yuborgan.',
  'resolved.noRequisites': 'Rekvizitlar yozilmagan.',
  'card.openLog': 'Jurnalda ochish',
  'recovery.title_one': '{{count}} ta so‘rov uzilib qoldi',
  'recovery.title_other': '{{count}} ta so‘rov uzilib qoldi',
  'recovery.text':
    'Ular yo‘ldaligida dastur to‘xtadi. Hech narsa qayta yuborilmadi. Har biri hozir shunday:',
  'recovery.list': 'Uzilgan so‘rovlar',
  'recovery.not_sent':
    'Yuborilmagan: bu kompyuterdan hech narsa chiqmadi. Qayta chiqarishingiz mumkin.',
  'recovery.unknown': 'Javob yo‘q: provayderda mavjud bo‘lishi mumkin. Takrorlamang, hal qiling.',
  'recovery.resolved': 'Allaqachon hal qilingan.',
  'recovery.acknowledge': 'Bularni ko‘rdim',
};

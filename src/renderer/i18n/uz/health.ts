import type { health as english } from '../en/health.ts';
import type { UzbekWords } from '../words.ts';

export const health: UzbekWords<typeof english> = {
  'health.title': 'So‘rov chiqarish to‘xtadi: jurnal joyida emas',
  'health.damage.corrupt': 'Jurnal fayli buzilgan: ichidagisini endi o‘qib bo‘lmaydi.',
  'health.damage.truncated': 'Jurnal fayli kesilgan: oxiri yo‘q.',
  'health.damage.zero_length': 'Jurnal fayli bor, lekin bo‘sh: 0 bayt.',
  'health.damage.missing': 'Jurnal fayli yo‘qolgan, garchi bu dasturda u bo‘lgan.',
  'health.damage.missing_wal':
    'Jurnal faylining hamrohi (-wal) yo‘q, u bilan eng yangi hodisalar ham.',
  'health.damage.read_only': 'Jurnal faylini o‘qish mumkin, yozish mumkin emas.',
  'health.damage.newer_schema': 'Jurnalni Deposit Deskning yangiroq versiyasi yozgan.',
  'health.damage.permission_denied': 'Bu hisobga jurnal faylini ochishga ruxsat yo‘q.',
  'health.damage.cannot_open':
    'Jurnal faylini ochib bo‘lmadi: uni boshqa dastur band qilgan yoki tizim yo disk o‘qishga bermadi. Bu fayl ichidagisi haqida hech narsa demaydi.',
  'health.damage.disk_full': 'Diskda joy yo‘q, endi hech narsa yozib bo‘lmaydi.',
  'health.damage.not_a_log': 'Jurnal o‘rnidagi fayl Deposit Desk jurnali emas.',
  'health.damage.moved':
    'Dastur ishlab turganda jurnal fayli ko‘chirilgan, o‘chirilgan yoki almashtirilgan. Hozir yozilgani yo‘qolar edi.',
  'health.next.restore':
    'Quyidagi eng yangi yaxshi zaxira nusxani tiklang. Bunda hech narsa o‘chirilmaydi.',
  'health.next.choose':
    'Buzilgan jurnalning bir qismi butun. Nimadan davom etishni quyida tanlang: har birida nima yo‘qligi aytilgan. Bunda hech narsa o‘chirilmaydi.',
  'health.next.own':
    'Yaxshi zaxira nusxa yo‘q, lekin buzilgan jurnalning bir qismi butun. Quyida undan davom eting. Bunda hech narsa o‘chirilmaydi.',
  'health.next.noBackup':
    'Yaxshi zaxira nusxa yo‘q. Fayllarni qanday bo‘lsa, shunday saqlang va bu kompyuterga qaraydigan kishidan so‘rang.',
  'health.next.read_only':
    'Fayl va papkasini yoziladigan qiling, keyin dasturni qayta ishga tushiring.',
  'health.next.newer_schema': 'Yangiroq versiyani ishga tushiring. Faylga tegilmadi.',
  'health.next.permission_denied':
    'Bu hisobga o‘qish va yozish huquqini bering, keyin dasturni qayta ishga tushiring.',
  'health.next.cannot_open':
    'Faylni band qilishi mumkin bo‘lgan dasturlarni (zaxiralash, antivirus) yoping, diskni tekshiring, keyin dasturni qayta ishga tushiring.',
  'health.next.disk_full':
    'Joy bo‘shating va dasturni yopmang: bir necha soniyadan keyin o‘zi davom etadi.',
  'health.next.moved':
    'Aynan o‘sha faylni joyiga qaytaring: dastur o‘zi davom etadi. Fayl butunlay yo‘qolgan bo‘lsa, dasturni yopib, qayta ishga tushiring: u eng yangi yaxshi zaxira nusxani taklif qiladi.',
  'health.nothing':
    'Bu hal bo‘lmaguncha hech narsa chiqarilmaydi. Avval chiqarilganlari chiqarilgan bo‘lib qoladi.',
  'health.file': 'Fayl',
  'health.setAside': 'Chetga olingan joyi',
  'health.inPlace': 'Fayl joyida, o‘zgarishsiz qoldirildi.',
  'health.detail': 'Texnik tafsilot',
  'health.backup': 'Eng yangi yaxshi zaxira nusxa',
  'health.backup.facts': '{{time}} da olingan, {{requests}}, {{seq}}-hodisagacha, {{size}}',
  'health.requests_one': '{{count}} ta so‘rov',
  'health.requests_other': '{{count}} ta so‘rov',
  'health.own': 'Jurnalning butun qismi',
  'health.own.facts':
    '{{time}} dagi {{seq}}-hodisagacha, {{requests}}, {{size}} hajmli buzilgan fayldan',
  'health.own.restore': 'Butun qismidan davom etish',
  'health.missing': 'Unda yo‘q',
  'health.missing.range': '{{from}} dan {{to}} gacha hodisalar: {{time}} dan keyingi hammasi',
  'health.missing.rangeUndated': '{{from}} dan {{to}} gacha hodisalar',
  'health.missing.open':
    '{{time}} dan keyingi hammasi, {{from}}-hodisadan boshlab; qancha ekani ma’lum emas',
  'health.missing.openUndated': '{{from}}-hodisadan boshlab hammasi; qancha ekani ma’lum emas',
  'health.missing.none': 'bilib bo‘lgancha, hech narsa',
  'health.restore': 'Shu zaxira nusxani tiklash',
  'health.restored.title': 'Jurnal zaxira nusxadan tiklandi. So‘rov chiqarish sizni kutmoqda',
  'health.restored.text':
    'Yetishmayotgan qismda chiqarilgan so‘rovlar bu jurnalda yo‘q, lekin provayderda mavjud bo‘lishi mumkin. So‘ramaguningizcha ularni qayta chiqarmang.',
  'health.restored.from': 'Qayerdan tiklangan',
  'health.restored.missing': 'Yetishmaydi',
  'health.restored.acknowledge': 'Nima yetishmasligini ko‘rdim',
  'health.notWriting.title': 'Jurnalga yozib bo‘lmaydi',
  'health.notWriting.text':
    'Yozib bo‘lmaydigan narsa yuborilmaydi. Dastur o‘zi qayta urinadi; shu orada diskni tekshiring.',
  'health.notWriting.try':
    'Yozib bo‘lmaydigan narsa yuborilmaydi. Diskni tekshiring, keyin qayta chiqaring: shunda sinaladi.',
  'health.notWriting.held_one':
    '{{count}} ta javob keldi va faqat xotirada turibdi. Dasturni yopishdan oldin saqlang.',
  'health.notWriting.held_other':
    '{{count}} ta javob keldi va faqat xotirada turibdi. Dasturni yopishdan oldin saqlang.',
  'health.notWriting.save': 'Turgan javoblarni saqlash',
  'health.notWriting.saved_one': '{{count}} ta javob faylga saqlandi. Unda rekvizitlar bor.',
  'health.notWriting.saved_other': '{{count}} ta javob faylga saqlandi. Unda rekvizitlar bor.',
  'health.notWriting.none': 'Endi hech narsa turmaydi: javoblar yozildi.',
  'health.unplaced.title': 'Javoblar faqat xotirada turibdi',
  'health.unplaced.text':
    'Tiklangan jurnalda ular uchun joy yo‘q: u bu so‘rovlarni bilmaydi yoki noma’lum deb yopgan. Javoblarni saqlang va bu so‘rovlarni provayder bilan aniqlang.',
  'health.submit.damaged':
    'Hech narsa chiqarib bo‘lmaydi: jurnal joyida emas. Oyna tepasiga qarang.',
  'health.submit.restored':
    'Tiklangan jurnalda nima yo‘qligini ko‘rmaguningizcha hech narsa chiqarib bo‘lmaydi. Oyna tepasiga qarang.',
  'health.submit.not_writing':
    'Javoblar yozilishini kutayotganda hech narsa chiqarib bo‘lmaydi. Oyna tepasiga qarang.',
  'settings.log': 'Jurnal',
  'settings.log.text':
    'Har bir hodisa avvalgisiga zanjirlangan. Tekshirish fayldagi o‘zgarishlarni topadi; bu hisobni boshqaradigan kishidan himoya qila olmaydi.',
  'verify.do': 'Jurnalni tekshirish',
  'verify.running': 'Tekshirilmoqda…',
  'verify.holds_one': 'Jurnal butun: {{count}} ta hodisasi qanday yozilgan bo‘lsa, shunday.',
  'verify.holds_other': 'Jurnal butun: barcha {{count}} ta hodisa qanday yozilgan bo‘lsa, shunday.',
  'verify.edited':
    '{{seq}}-hodisa yozilganidek emas. Bu birinchi buzilgani: faylni kimdir yoki nimadir o‘zgartirgan.',
  'verify.deleted': '{{seq}}-hodisa jurnal o‘rtasida yo‘q. U fayldan olib tashlangan.',
  'verify.truncated': 'Jurnalning oxiri kesilgan. {{seq}}-hodisadan boshlab yo‘q.',
  'verify.older_copy':
    'Bu jurnalning eski nusxasi. {{seq}}-hodisadan boshlab bir paytlar yozilgan, lekin bunda yo‘q.',
  'verify.restamped':
    'O‘zgargan hodisalar ustidan zanjir qaytadan yozilgan: {{seq}}-hodisa undan olingan muhrga mos emas.',
  'verify.projection_differs':
    'Hodisalar butun, lekin dastur ko‘rsatayotgani {{seq}}-hodisada ulardan farq qiladi. npm run rebuild-log ni ishga tushiring.',
  'verify.key.present': 'Jurnalni muhrlaydigan kalit bor, qayta muhrlash istisno.',
  'verify.key.absent':
    'Jurnalni muhrlaydigan kalit yo‘q: qayta muhrlashni istisno qilib bo‘lmaydi.',
  'verify.key.no_answer':
    'Kalitlar ombori javob bermadi, jurnalni muhrlaydigan kalitni o‘qib bo‘lmadi: qayta muhrlashni istisno qilib bo‘lmaydi. Ombor javob bergach, yana tekshiring.',
  'verify.key.lost':
    'Bu jurnalni muhrlagan kalit yo‘qolgan: qayta muhrlashni istisno qilib bo‘lmaydi. Yangi davr boshlanadi. Bu buzish emas.',
  'verify.key.new_epoch':
    'Kalit orada almashtirilgan yoki avval bo‘lmagan: o‘sha nuqtagacha qayta muhrlashni istisno qilib bo‘lmaydi, keyin bo‘ladi.',
  'verify.key.anchor_missing':
    'Jurnalni muhrlaydigan kalit bor, lekin bir ishga tushishda langari yo‘q edi: o‘sha nuqtagacha qayta muhrlashni istisno qilib bo‘lmaydi, keyin bo‘ladi.',
  'verify.anchorMissing':
    'Langar yo‘qligi qayd etilgan: {{seq}}-hodisa, {{time}}. Dastur ishga tushganda log.anchor yo‘q edi, muhrini yo‘qotgan edi yoki jurnaldan eski edi. Ma’lumotlar papkasidagi fayllarni kim o‘zgartirishini aniqlang.',
  'verify.restored': 'Ataylab tiklash qayd etilgan: {{seq}}-hodisa, {{time}}.',
  'verify.detail': 'Tafsilot: {{detail}}',
  'backup.title': 'Zaxira nusxalar',
  'backup.text':
    'Oxirgi uchtasi va oxirgi yetti kunning har biridan bittadan. Har biri olinganda tekshirilgan.',
  'backup.none': 'Hali zaxira nusxa yo‘q.',
  'backup.now': 'Hozir zaxira nusxa olish',
  'backup.taken': 'Zaxira nusxa olindi: {{name}}, {{size}}.',
  'backup.time': 'Olingan',
  'backup.kind': 'Turi',
  'backup.kind.recent': 'yaqindagi',
  'backup.kind.daily': 'kunlik',
  'backup.kind.own': 'jurnalning o‘z hodisalari',
  'backup.requests': 'So‘rovlar',
  'backup.head': 'Hodisagacha',
  'backup.size': 'Hajmi',
  'backup.action': 'Amal',
  'backup.restore': 'Tiklash',
  'backup.restoreNamed': '{{time}} dagi zaxira nusxani tiklash',
  'backup.confirm.title': '{{time}} dagi zaxira nusxa jurnal o‘rniga qo‘yilsinmi?',
  'backup.confirm.text':
    'Undan keyin yozilganlari jurnalda bo‘lmaydi. Hozirgi jurnal ma’lumotlar papkasida chetga olinadi, o‘chirilmaydi, tiklash qayd etiladi.',
  'backup.confirm.field': 'Tasdiqlash uchun {{word}} deb yozing',
  'backup.confirm.word': 'TIKLASH',
  'backup.confirm.mismatch': 'Aynan {{word}} deb yozing.',
  'backup.confirm.do': 'Zaxira nusxani tiklash',
  'backup.confirm.cancel': 'Hozirgi jurnal qolsin',
  'size.bytes': '{{value}} B',
  'size.kib': '{{value}} KiB',
  'size.mib': '{{value}} MiB',
};

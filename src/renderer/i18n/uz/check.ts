import type { check as english } from '../en/check.ts';
import type { UzbekWords } from '../words.ts';

export const check: UzbekWords<typeof english> = {
  'check.do': 'Ulanishni tekshirish',
  'check.again': 'Qayta tekshirish',
  'check.text':
    'So‘rov yo‘lidan uni chiqarmasdan borish mumkin bo‘lgan joygacha boradi: hech narsa yaratilmaydi.',
  'check.unsaved': 'Profilning saqlangan holati ishlatiladi.',
  'check.steps': 'Tekshiruv bosqichlari',
  'check.running': 'Tekshirilmoqda…',
  'check.waiting': 'kutmoqda',
  'check.copy': 'Hisobotni nusxalash',
  'check.verdict.ok': 'So‘rov chiqarmasdan tekshirish mumkin bo‘lgan hamma narsa joyida.',
  'check.verdict.warning': 'Ishlaydi. Belgilanganlarni ko‘rib chiqing.',
  'check.verdict.failed': 'Hali ishlamaydi. Birinchi xatodan boshlang.',
  'check.next': 'Keyingi qadam: {{text}}',
  'check.status.ok': 'joyida',
  'check.status.warning': 'ko‘rib chiqing',
  'check.status.failed': 'xato',
  'check.status.skipped': 'bajarilmadi',
  'check.step.address': 'Manzil',
  'check.step.dns': 'DNS',
  'check.step.proxy': 'Proksi',
  'check.step.tls': 'TLS',
  'check.step.http': 'HTTP',
  'check.step.limits': 'Limitlar javobi',
  'check.step.recognition': 'Tanish',
  'check.step.clock': 'Soat',
  'check.step.signature': 'Imzo',
  'check.fact.addresses': 'Manzillar',
  'check.fact.proxy': 'Proksi',
  'check.fact.from': 'Kim hal qildi',
  'check.fact.protocol': 'Protokol',
  'check.fact.subject': 'Sertifikat kimniki',
  'check.fact.issuer': 'Kim bergan',
  'check.fact.validUntil': 'Amal qiladi',
  'check.fact.address': 'Manzil',
  'check.fact.location': 'Qayerga olib boradi',
  'check.fact.message': 'Provayder javobi',
  'check.fact.currencies': 'Valyutalar',
  'check.fact.detail': 'Tafsilot',
  'check.fact.fault': 'Kalitlar ombori',
  'check.from.profile': 'shu profil',
  'check.from.environment': 'muhit (HTTPS_PROXY, NO_PROXY)',
  'check.from.system': 'tizim sozlamalari',
  'check.from.this_machine': 'manzil: shu kompyuterga murojaatlar proksisiz ketadi',
  'check.fault.locked': 'u qulflangan',
  'check.fault.denied': 'u bu dasturga ruxsat bermadi',
  'check.fault.unavailable': 'hozir bu kompyuterda ishlatsa bo‘ladigani yo‘q',
  'check.fault.timed_out': 'u vaqtida javob bermadi',
  'check.fault.wrong_read_back': 'u yozilganidan boshqa narsani qaytardi',
  'check.fault.store_changed': 'u maxfiy kalit saqlangan paytdagidan boshqa',
  'check.code.address_ok': 'So‘rovlar {{url}} ga boradi.',
  'check.code.address_loopback': 'So‘rovlar shu kompyuterning o‘ziga boradi: {{url}}.',
  'check.code.dns_ok': '{{host}} topildi.',
  'check.code.dns_not_needed': '{{host}} uchun qidirish kerak emas.',
  'check.code.dns_by_proxy': '{{host}} ni proksi qidiradi.',
  'check.code.dns_failed': '{{host}} topilmadi.',
  'check.code.proxy_none': 'Proksisiz: to‘g‘ridan-to‘g‘ri provayderga.',
  'check.code.proxy_used': 'Ulanish proksi orqali o‘tdi.',
  'check.code.proxy_failed': 'Proksi ulanishni o‘tkazmadi.',
  'check.code.tls_ok': 'Ulanish shifrlangan va sertifikat ishonchli.',
  'check.code.tls_none': 'Oddiy http, shifrlanmagan: faqat shu kompyuterga ruxsat etiladi.',
  'check.code.tls_expires_soon':
    'Sertifikat ishonchli, lekin {{days}} kundan keyin muddati tugaydi.',
  'check.code.tls_expired': 'Sertifikat muddati tugagan yoki hali boshlanmagan.',
  'check.code.tls_wrong_name': 'Sertifikat {{host}} dan boshqa nomga tegishli.',
  'check.code.tls_untrusted': 'Sertifikatni bu kompyuter ishonadigan hech kim imzolamagan.',
  'check.code.tls_failed': 'Shifrlangan ulanish o‘rnatilmadi.',
  'check.code.connection_refused': '{{address}} da hech narsa kutmayapti.',
  'check.code.connection_timed_out': '{{address}} vaqtida javob bermadi.',
  'check.code.connection_failed': '{{address}} ga ulanib bo‘lmadi.',
  'check.code.http_ok': 'HTTP {{status}}, {{ms}} ms.',
  'check.code.http_redirect':
    'HTTP {{status}}: provayder boshqa joyga yo‘naltiradi, unga hech qachon o‘tilmaydi.',
  'check.code.http_unauthorised': 'HTTP {{status}}: provayder bu merchantni kiritmaydi.',
  'check.code.http_not_found': 'HTTP {{status}}: provayderda bunday manzil yo‘q.',
  'check.code.http_refused': 'HTTP {{status}}: provayder so‘rovni rad etdi.',
  'check.code.http_server_error': 'HTTP {{status}}: provayderda nimadir buzildi.',
  'check.code.http_not_http': 'Kelgan narsa veb-server javobi emas.',
  'check.code.http_no_answer': 'Ulandi va so‘raldi, lekin javob kelmadi.',
  'check.code.limits_ok': '{{bytes}} baytli JSON.',
  'check.code.limits_empty': 'Javob bo‘sh.',
  'check.code.limits_not_json': 'Javob JSON emas.',
  'check.code.recognised': 'Limitlar tanildi: jami {{entries}} ta.',
  'check.code.mapped': 'Limitlar moslash bo‘yicha o‘qildi: jami {{entries}} ta.',
  'check.code.not_recognised': 'Limitlar shakli tanilmadi.',
  'check.code.clock_ok': 'Bu kompyuter va provayder vaqti mos (farq {{seconds}} s).',
  'check.code.clock_off': 'Bu kompyuter soati provaydernikidan {{seconds}} s farq qiladi.',
  'check.code.clock_untold': 'Provayder vaqtini aytmaydi.',
  'check.code.signature_accepted': 'Provayder imzolangan so‘rovni qabul qildi.',
  'check.code.signature_refused': 'Provayder imzolangan so‘rovni rad etdi.',
  'check.code.signature_not_exercised':
    'Sinalmadi: limitlar imzosiz so‘raladi, imzolangan so‘rov esa chiqarib yuborgan bo‘lardi. Birinchi haqiqiy so‘rov sinab ko‘radi.',
  'check.code.signature_secret_missing': 'Bu manzil uchun maxfiy kalit saqlanmagan.',
  'check.code.signature_vault_failed': 'Kalitlar ombori maxfiy kalitni bermadi.',
  'check.code.signature_secret_unusable':
    'Saqlangan maxfiy kalitni bu format bilan ishlatib bo‘lmaydi.',
  'check.code.not_reached': 'Yetib borilmadi: boshqa bosqichda xato.',
  'check.next.address_loopback':
    'haqiqiy provayder bu kompyuterda emas; manzilini «Sozlash»da kiriting.',
  'check.next.dns_failed':
    'manzilda yozuv xatosini qidiring; keyin kompyuterda tarmoq borligini va boshqa saytlar ochilishini ko‘ring.',
  'check.next.proxy_failed':
    'proksi manzilini «Sozlash»da va u bu manzilni o‘tkazishini tekshiring; yoki «proksisiz»ni tanlang.',
  'check.next.tls_expires_soon': 'provayderdan sertifikatni qachon yangilashini so‘rang.',
  'check.next.tls_expired':
    'kompyuter sanasini tekshiring; to‘g‘ri bo‘lsa, provayderga sertifikatni yangilashni ayting.',
  'check.next.tls_wrong_name':
    'manzilni provayder hujjati bilan solishtiring: ehtimol host boshqa.',
  'check.next.tls_untrusted':
    'bu yerda antivirus yoki korxona proksisi ulanishlarni ochsa, uning sertifikatini tizimga o‘rnating; aks holda provayderdan so‘rang.',
  'check.next.tls_failed':
    'manzil https va porti to‘g‘riligini tekshiring; ulanishni xavfsizlik devori uzayotgan bo‘lishi mumkin.',
  'check.next.connection_refused':
    'manzildagi portni tekshiring; to‘g‘ri bo‘lsa, provayderdan so‘rang.',
  'check.next.connection_timed_out':
    'tarmoq va xavfsizlik devorini tekshiring; provayderdan bu kompyuter IP-manzili ro‘yxatda bo‘lishi kerakmi, so‘rang.',
  'check.next.connection_failed': 'tarmoq va manzilni tekshiring, keyin qayta tekshiring.',
  'check.next.http_redirect':
    'provayder tasdiqlasa, u olib boradigan manzilni «Sozlash»ga kiriting.',
  'check.next.http_unauthorised':
    'merchant ID va maxfiy kalitni provaydernikiga solishtiring; hujjatda shunday bo‘lsa, Limit so‘rovi uchun «imzolangan»ni tanlang; bu IP-manzilga ruxsat bormi, so‘rang.',
  'check.next.http_not_found': 'manzil va undagi yo‘lni provayder hujjati bilan solishtiring.',
  'check.next.http_refused':
    'nima deganini o‘qing; odatda sabab merchant ID, qo‘shimcha sarlavhalar yoki Limit so‘rovida.',
  'check.next.http_server_error': 'biroz kutib, qayta tekshiring; keyin provayderdan so‘rang.',
  'check.next.http_not_http':
    'portni tekshiring: u yerda boshqa xizmat javob berayotganga o‘xshaydi.',
  'check.next.http_no_answer': 'qayta tekshiring; o‘zgarmasa, provayderdan so‘rang.',
  'check.next.limits_empty':
    'limitlarsiz ham so‘rov chiqarish mumkin; provayderdan bu merchantda limit bormi, so‘rang.',
  'check.next.limits_not_json':
    'manzil interfeys o‘rniga veb-sahifaga olib borayotgan bo‘lishi mumkin: hujjat bilan solishtiring.',
  'check.next.not_recognised':
    'hujjatdagi qoidalar bilan so‘rov chiqarish mumkin; «Provayder formati»dagi «Limitlar»ni ochib, javobni moslang.',
  'check.next.clock_off':
    'kompyuter soatini tarmoq bo‘yicha to‘g‘rilang: vaqtli imzolar rad etiladi.',
  'check.next.signature_refused':
    'imzo laboratoriyasini ochib, provayder misoli bilan solishtiring; keyin maxfiy kalit va merchant ID ni tekshiring.',
  'check.next.signature_secret_missing': 'uni «Maxfiy kalit» bo‘limida kiriting.',
  'check.next.signature_vault_failed':
    'kalitlar omborini oching yoki ruxsat bering va qayta tekshiring; yoki maxfiy kalitni «Maxfiy kalit» bo‘limida qaytadan kiriting.',
  'check.next.signature_secret_unusable':
    '«Provayder formati»da «Maxfiy kalit turi» va algoritmni ko‘ring; RSA uchun butun PEM kerak.',
};

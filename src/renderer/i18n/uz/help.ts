import type { help as english } from '../en/help.ts';
import type { UzbekWords } from '../words.ts';

export const help: UzbekWords<typeof english> = {
  'help.title': 'Yordam',
  'help.articles': 'Maqolalar',
  'help.tour': 'Tanishuvni yana ko‘rsatish',
  'help.keys': 'Barcha tugmalar',
  'help.about': 'Deposit Desk haqida',

  'help.issue.title': 'So‘rov chiqarish',
  'help.issue.lead': 'Mijoz yozganidan rekvizit yoki to‘lov havolasigacha.',
  'help.issue.1':
    'Summa, to‘lov turi va mijozni tezkor satrga istalgan tartibda yozing: “1500 sbp cust-77”. {{quick}} formaning istalgan joyidan o‘sha yerga olib boradi. Yoki maydonlarni to‘ldiring; oxirgi so‘z ularniki.',
  'help.issue.2':
    'Summalar butun birliklarda va istalgan odatda yoziladi: 1500, 1 500,00, 150k, 1.5 mln. Pastida nima tushunilgani so‘z bilan turadi.',
  'help.issue.3':
    '«To‘g‘ridan-to‘g‘ri» to‘lash uchun rekvizit beradi. «To‘lov sahifasi» havola beradi, mijoz bankni u yerda tanlaydi.',
  'help.issue.4':
    '{{issue}} formaning istalgan joyidan chiqaradi. U darhol keyingi mijoz uchun bo‘sh; javob «Hozir» ostiga keladi va na klaviaturangizni, na buferingizni oladi.',
  'help.issue.5':
    '{{repeat}} oxirgi so‘rovni formaga qaytaradi. Andozalar har kuni kerak bo‘ladiganini to‘ldiradi.',
  'help.issue.link': 'Yangi so‘rov',

  'help.message.title': 'Mijozga xabar berish',
  'help.message.lead': 'Chatga qo‘yadiganingizni dastur raqamma-raqam tayyorlaydi.',
  'help.message.1':
    '{{copy}} siz turgan kartaning yoki ochilgan so‘rovning, aks holda eng yangi so‘rovning xabarini nusxalaydi. Ikkitasi bo‘lsa, dastur avval so‘raydi. U kimning xabari ekanini aytadi va javob bo‘lmaguncha rad etadi: hech qachon xato qilib boshqa mijoznikini emas.',
  'help.message.2':
    'Telegram: bitta xabar, raqamga tegish uni nusxalaydi. WhatsApp: avval xabar, {{copy}} yana bir marta bosilsa, faqat raqam.',
  'help.message.3':
    '«Nusxalandi · tekshirildi» dastur buferni qayta o‘qigani va u bir xil ekanini bildiradi. «Tekshirilmadi» brauzer bunga ruxsat bermasligini bildiradi: qo‘ygandan keyin oxirgi raqamlarga qarang.',
  'help.message.4':
    'Provayder so‘raganingizdan boshqa summani qaytarsa, ikkalasini tasdiqlamaguningizcha nusxa olish yopiq. Xabarda qaytarilgani turadi.',
  'help.message.5':
    'Sandbox xabarlari “TEST. DO NOT PAY” bilan boshlanadi. Til, kanal va to‘lov turi bo‘yicha matnni o‘zgartirishingiz mumkin.',
  'help.message.link': 'Xabar matnlari',

  'help.unknown.title': 'Javob yo‘q: endi nima?',
  'help.unknown.lead': 'Noma’lum so‘rov provayderda mavjud bo‘lishi mumkin. Takrorlamang.',
  'help.unknown.1':
    'Dastur uni yubordi va aniq javob olmadi. O‘zi qayta urinmaydi, buyurtma raqami yopiq, chunki ikkinchi yuborish pulga tushishi mumkin.',
  'help.unknown.2':
    'Buyurtmani provayder kabinetidan qidiring yoki yordam xizmatidan so‘rang. «Provayder yordam xizmati uchun nusxa»da ularga kerak hamma narsa bor, bilmasligi kerak narsa yo‘q.',
  'help.unknown.3':
    'Keyin «Hal qilish»ni bosing. Topildi: provayder ID sini va mijozga hali kerak bo‘lsa, rekvizitlarni kiriting. Yo‘q ekan: provayder buni tasdiqlagan. Qayta chiqarish: faqat ishonchingiz komil bo‘lsa.',
  'help.unknown.4':
    '«Rad javobi» va «Yuborilmadi» boshqa: hech narsa yaratilmagan. Xatoni tuzatib, qayta chiqaring.',
  'help.unknown.link': 'Javobsiz so‘rovlar',

  'help.duplicates.title': 'Bir so‘rov ikki marta',
  'help.duplicates.lead': 'Chiqarishdan oldin dastur nimani sezadi va nimani bila olmaydi.',
  'help.duplicates.1':
    'Buyurtma raqami avval ishlatilgan bo‘lsa va o‘sha mijoz hozirgina o‘sha summani so‘ragan bo‘lsa, aytadi. Sizni to‘xtatmaydi: mijozlar ikki marta ham to‘laydi.',
  'help.duplicates.2':
    'Summa bu mijozning odatdagisidan yuz marta ko‘p yoki kam bo‘lsa ham aytadi. Ko‘pincha kimdir kichik birliklarda yozgan bo‘ladi.',
  'help.duplicates.3':
    'Ikki marta bosish, ikkinchi varaq yoki dastur bilan aloqaning uzilishi hech qachon ikki marta chiqarmaydi: har bir formaning o‘z belgisi bor va dastur yuborishdan oldin yozadi.',
  'help.duplicates.4':
    'Profil chegarasidan yuqorida so‘rovni takror aytadi va yana bir marta so‘raydi.',
  'help.duplicates.link': 'Jurnal',

  'help.callbacks.title': 'Provayderdan xabar olish',
  'help.callbacks.lead': 'Callbacklar so‘rov qabul qilingandan keyin nima bo‘lganini aytadi.',
  'help.callbacks.1':
    'Profilda qabul qilgichni yoqing va manzilini provayderga bering. Manzilga tashqaridan yetish mumkin bo‘lishi kerak: 127.0.0.1 faqat shu kompyuter.',
  'help.callbacks.2':
    'Kelgani Kiruvchilarda qanday kelgan bo‘lsa, shunday turadi: qanday mos kelgani va imzosi to‘g‘riligi bilan. {{notice}} eng yangisini qayerda bo‘lsangiz ham ochadi.',
  'help.callbacks.3':
    'Callback dasturning o‘zi ko‘rganini hech qachon o‘zgartirmaydi: javobsiz so‘rov siz taklifni tasdiqlamaguningizcha shunday qoladi.',
  'help.callbacks.link': 'Kiruvchilar',

  'help.live.title': 'Live profil bilan ishlash',
  'help.live.lead': 'Haqiqiy pul. Dastur buni ataylab baland aytadi.',
  'help.live.1':
    'Provayder manzili, merchant ID va maxfiy kalit bilan profil qo‘shing, keyin ulanishni tekshiring. Maxfiy kalit tizim omboriga boradi va boshqa ko‘rsatilmaydi.',
  'help.live.2':
    'Uni tepada tanlang. Satr qizaradi, LIVE deb yozadi va nomi chiqarish tugmasida turadi.',
  'help.live.3':
    'Dastur har ishga tushgandan keyingi birinchi live so‘rov profil, manzil, summa va mijozni tasdiqlashni so‘raydi: F2 yoki bosish bilan, Enter bilan emas.',
  'help.live.4': 'Brauzerda dastur live so‘rovni faqat --live bilan ishga tushirilganda chiqaradi.',
  'help.live.link': 'Profil qo‘shish',

  'help.keyboard.title': 'Sichqonchasiz',
  'help.keyboard.lead': 'Bir kunlik ish klaviatura bilan, istalgan tilda.',
  'help.keyboard.1':
    'Tugmalar yozgani emas, joyi bo‘yicha ishlaydi: kirill tilida ham xuddi shunday. {{sheet}} matn maydonidan tashqarida hammasini ko‘rsatadi.',
  'help.keyboard.2':
    '{{palette}} istalgan narsani topadi yoki bajaradi: bo‘lim, buyruq, mijoz, buyurtma. Boshqa tilda yozilsa ham topiladi.',
  'help.keyboard.3':
    '{{new}} so‘rov boshlaydi, {{issue}} chiqaradi, {{copy}} xabarni nusxalaydi, {{search}} jurnaldan qidiradi.',
  'help.keyboard.link': 'Jurnaldan qidirish',

  'help.privacy.title': 'Ekraningizni kimdir ko‘ra olganda',
  'help.privacy.lead': 'Maxfiylik rejimi summa, rekvizit va mijozlar o‘rniga nuqta qo‘yadi.',
  'help.privacy.1':
    '{{privacy}} uni yoqadi va o‘chiradi; yoqilgan paytda tepadagi satr aytib turadi. QR kodlar, hisoblar va rasmlar ham yashiriladi, ish stoli bildirishnomalari faqat so‘rov o‘zgarganini aytadi.',
  'help.privacy.2':
    'Nusxa olish har doimgidek ishlaydi, mijozlarga xizmat qilaverasiz. Maydon ichida bo‘lganingizda borini ko‘rsatadi.',
  'help.privacy.3':
    '«Mijozga ko‘rsatish» ekranni bitta so‘rov bilan to‘ldiradi, boshqa hech kim haqida hech narsa yo‘q.',
  'help.privacy.link': 'Sozlamalar',
};

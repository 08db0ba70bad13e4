import type { failures as english } from '../en/failures.ts';
import type { UzbekWords } from '../words.ts';

export const failures: UzbekWords<typeof english> = {
  'failure.unknown_operation': 'Sahifa va dastur turli versiyada. Sahifani qayta yuklang.',
  'failure.invalid_input':
    'Dastur sahifani tushunmadi. Hech narsa qilinmadi. Sahifani qayta yuklang.',
  'failure.invalid_output': 'Dastur javobini o‘qib bo‘lmadi. Takrorlashdan oldin Jurnalga qarang.',
  'failure.internal': 'Dastur ichida nimadir buzildi. Takrorlashdan oldin Jurnalga qarang.',
  'failure.not_authorised': 'Bu varaqda dasturga endi ruxsat yo‘q. Yangi havolani oching.',
  'failure.host_unreachable':
    'Dastur javob bermadi. U qaytganda yana bosing: bitta qoralama ikki marta chiqarilmaydi.',
  'failure.host_unreachable.load': 'Dastur javob bermadi. U qaytganda yana urinib ko‘ring.',
  'failure.profile_not_found': 'Bu profil endi yo‘q. Boshqasini tanlang.',
  'failure.request_not_found': 'Jurnalda bunday so‘rov yo‘q.',
  'failure.live_not_allowed':
    'Bu brauzer rejimida live so‘rovlar o‘chirilgan, hech narsa yuborilmadi. Yoqish uchun dasturni --live bilan ishga tushiring.',
  'failure.live_not_confirmed':
    'Dastur ishga tushgandan yoki profil o‘zgargandan beri bu live profil tasdiqlanmagan, shuning uchun hech narsa yuborilmadi. Yana bosing va uni tasdiqlang.',
  'failure.profile_fixed': 'Sandbox profili dasturniki, uni o‘zgartirib bo‘lmaydi.',
  'failure.intent_conflict':
    'Bu qoralama boshqa maydonlar bilan allaqachon chiqarilgan, hozir hech narsa yuborilmadi. Yangisini boshlashdan oldin Jurnaldan tekshiring.',
  'failure.not_recorded':
    'Yozib bo‘lmaydi, shuning uchun yuborilmadi. Diskni tekshiring: bo‘sh joy va yozish imkoni.',
  'failure.profile_archived':
    'Bu profil arxivda, u uchun hech narsa chiqarilmaydi. Sozlamalarda arxivdan chiqaring yoki boshqasini tanlang.',
  'failure.profile_in_use':
    'Bu profil so‘rov chiqargan, uni o‘chirib bo‘lmaydi. Arxivga o‘tkazing: ro‘yxatlardan chiqadi, so‘rovlari o‘qilishi mumkin bo‘lib qoladi.',
  'failure.profile_stays_live':
    'Bu profil live so‘rovlar chiqargan, shuning uchun Live bo‘lib qoladi: sandbox bo‘lsa, keyingilari sinovga o‘xshab qolardi. Sinov uchun boshqa profil qo‘shing.',
  'failure.profile_file_unreadable':
    'Bu dastur o‘qiy oladigan profil fayli emas. Hech narsa o‘zgarmadi.',
  'failure.vault_unavailable': 'Hozir bu kompyuterda ishlatsa bo‘ladigan kalitlar ombori yo‘q.',
  'failure.vault_locked': 'Kalitlar ombori qulflangan. Uni oching va qayta urining.',
  'failure.vault_denied':
    'Kalitlar ombori bu dasturga ruxsat bermadi. Uning o‘z sozlamalarida ruxsat bering va qayta urining.',
  'failure.vault_timed_out':
    'Kalitlar ombori 20 soniyada javob bermadi. Boshqa oynada parol kutayotgan bo‘lishi mumkin. O‘shani toping va qayta urining.',
  'failure.vault_store_changed':
    'Kalitlar ombori maxfiy kalit saqlangan paytdagidan boshqa, kalit unda yo‘q. Qaytadan kiriting yoki avvalgi omborni qaytaring.',
  'failure.secret_not_stored':
    'Kalitlar ombori yozilganidan boshqa narsani qaytardi, maxfiy kalit saqlangan hisoblanmaydi.',
  'failure.secret_missing': 'Bu profilning maxfiy kaliti yo‘q. Sozlamalarda kiriting.',
  'failure.secret_unusable':
    'Maxfiy kalitni bu provayder formati bilan ishlatib bo‘lmaydi: kalitni o‘qib bo‘lmadi. Kalit shaklini yoki formatdagi kalit o‘girishini tekshiring.',
  'failure.secret_not_secret':
    'Bu qiymat maxfiy emas: u merchant ID yoki sarlavha qiymati. Hech narsa saqlanmadi.',
  'failure.known_value_is_secret':
    'Merchant ID yoki sarlavha qiymati shu profilning maxfiy kalitiga teng: u endi maxfiy bo‘lmaydi. Hech narsa saqlanmadi. Nima qo‘yilganini tekshiring yoki avval kalitni almashtiring.',
  'failure.not_recorded.action':
    'Yozib bo‘lmadi, hech narsa o‘zgarmadi. Diskni tekshiring: bo‘sh joy va yozish imkoni.',
  'failure.log_unavailable':
    'Jurnal joyida emas, hech narsa qilinmadi. Nima bo‘lgani oyna tepasida turadi.',
  'failure.backup_not_usable': 'Bu zaxira nusxa tiklanmadi. Jurnal avvalgidek.',
  'failure.not_resolvable':
    'Hech narsa o‘zgarmadi: bunday hal qilib bo‘lmaydi yoki kimdir allaqachon hal qilgan.',
  'failure.mark_of_accepted':
    'O‘rgatilmadi: bu belgi yaratilgan so‘rovlar javoblarida bor. Boshqasini tanlang.',
  'failure.not_disposable':
    'Hech narsa yozilmadi: provayder shu orada boshqa summani yoki aynan so‘ralganini aytdi. Qayta qarang.',
  'failure.confirmation_mismatch': 'Hech narsa yuborilmadi: yozganingiz eski buyurtma raqami emas.',
  'failure.too_late_to_cancel': 'Bekor qilishga kech: natija allaqachon bor.',
  'failure.copy_locked': 'Bu so‘rovdan nusxa olish yopiq.',
  'failure.link_not_safe':
    'Havolani ochish xavfli, shuning uchun u nusxalanmadi. Provayderdan https havola so‘rang.',
  'failure.search_gone':
    'Dastur bu qidiruvni endi saqlamaydi. Qayta qidiring: hech narsa yo‘qolmadi.',
  'failure.log_not_empty': 'Jurnal bo‘sh emas, namuna kuni yuklanmadi. Hech narsa o‘zgarmadi.',
  'failure.view_limit':
    'Saqlangan ko‘rinishlar soni eng ko‘piga yetdi. Bu saqlanmadi. Bittasini o‘chirib, qayta saqlang.',
  'failure.export_not_found':
    'Dasturda bunday eksport yo‘q: u qayta ishga tushgan. Tugamagani fayl qoldirmagan. Qayta eksport qiling.',
  'failure.preset_limit':
    'Andozalar soni eng ko‘piga yetdi. Bu saqlanmadi. Bittasini o‘chirib, qayta saqlang.',
  'failure.template_limit':
    'O‘z matnlaringiz soni eng ko‘piga yetdi. Bu saqlanmadi. Bittasini o‘chirib, qayta saqlang.',
  'failure.bill_not_fetched':
    'Hisobni provayderdan olib bo‘lmadi. Boshqa hech narsa o‘zgarmadi. Qayta urining.',
  'failure.bill_not_safe':
    'Hisob ko‘rsatilmadi: provayder manzilida ochish xavfsiz bo‘lgan rasm emas.',
  'failure.diagnostics_not_saved':
    'Diagnostika faylini yozib bo‘lmadi, boshqa hech narsa o‘zgarmadi. Diskda joy borligini va papkaga yozish mumkinligini tekshirib, yana urinib ko‘ring.',
  'failure.folder_denied':
    'Tizim dasturga bu papkaga yozishga ruxsat bermayapti. Fayl yozilmadi, boshqa hech narsa o‘zgarmadi. Boshqa papkani tanlang yoki ruxsat bering: macOS’da «Privacy & Security», «Files and Folders»; Windows’da «Ransomware protection».',
  'failure.invalid_fields': 'Hech narsa yuborilmadi. Belgilangan maydonlarni tuzating.',
  'failure.order_open.prepared':
    '{{order}} buyurtmasi hozir chiqarilmoqda. Ikkinchi marta hech narsa yuborilmadi. Boshqa buyurtma raqamini oling.',
  'failure.order_open.sending':
    '{{order}} buyurtmasi yuborilgan va javobini kutmoqda. Ikkinchi marta hech narsa yuborilmadi. Boshqa buyurtma raqamini oling.',
  'failure.order_open.unknown':
    '{{order}} buyurtmasiga javob yo‘q, u provayderda mavjud bo‘lishi mumkin, shuning uchun yopiq. Hech narsa yuborilmadi. Uni hal qiling; boshqa raqam faqat boshqa so‘rov uchun.',
  'failure.unanswered_before':
    'Bu mijozning xuddi shu summadagi oldingi so‘roviga ({{order}}) javob yo‘q, u provayderda mavjud bo‘lishi mumkin. Hech narsa yuborilmadi. Yana chiqarish uchun tugmani bosing va uning buyurtma raqamini yozing.',
  'failure.title': 'Chiqarilmadi',
  'failure.titleUnclear': 'Tasdiqlanmadi: chiqarilgan bo‘lishi mumkin',
  'failure.load': 'Buni yuklab bo‘lmadi',
  'failure.detail': 'Tafsilot: {{detail}}',
  'money.empty': 'Summani kiriting.',
  'money.malformed': 'Bu summaga o‘xshamaydi. Raqamlar, kasr oldidan . yoki , bilan.',
  'money.negative': 'Summa manfiy bo‘lishi mumkin emas.',
  'money.too_many_decimals':
    'Ko‘pi bilan ikki kasr xona. Uch raqam oldidagi yagona belgi ikki xil summani bildirishi mumkin, shuning uchun taxmin qilinmaydi.',
  'money.too_large': 'Bu summa aniq bo‘lishi uchun juda katta.',
  'fault.required.cents': 'Summani kiriting.',
  'fault.required.currency': 'Valyutani tanlang.',
  'fault.required.payment_type': 'To‘lov turini tanlang.',
  'fault.required.customer': 'Mijozni yozing: to‘g‘ridan-to‘g‘ri so‘rovga mijoz kerak.',
  'fault.required.order_id': 'Buyurtma raqamini kiriting.',
  'fault.required.other': 'Bu kerak.',
  'fault.not_positive': 'Summa noldan katta bo‘lishi kerak.',
  'fault.unsafe_amount': 'Bu summa aniq bo‘lishi uchun juda katta.',
  'fault.below_minimum': 'Eng kichik {{limit}} {{currency}} dan kam.',
  'fault.above_maximum': 'Eng katta {{limit}} {{currency}} dan ko‘p.',
  'fault.currency_not_in_flow': 'Bunday so‘rovda {{currency}} ishlatib bo‘lmaydi.',
  'fault.currency_not_offered':
    'Provayder hozir {{currency}} taklif qilmaydi. Taklif qilinadi: {{offered}}.',
  'fault.type_not_offered':
    'Provayder hozir {{currency}} uchun {{type}} taklif qilmaydi. Taklif qilinadi: {{offered}}.',
  'fault.separator':
    'Ichida “::” bo‘lishi, “:” bilan boshlanishi yoki tugashi mumkin emas. Ular imzoda maydonlarni ajratadi.',
  'fault.control_character':
    'Unda ko‘rinmas belgilar yoki g‘ayrioddiy bo‘shliqlar bor. Qaytadan yozing.',
  'fault.too_long': 'Ko‘pi bilan {{limit}} belgi.',
  'fault.url_space': 'Manzilda bo‘shliq bo‘lmaydi. Yo‘ldagi bo‘shliq %20 deb yoziladi.',
  'fault.url_credentials': 'Manzilda ism va parol bo‘lmasin: chaqirilgan tomon ularni ko‘radi.',
  'fault.malformed_url': 'Veb-manzil emas. U https:// yoki http:// bilan boshlanadi',
  'fault.warn': 'Avval o‘qilgan limitlarga ko‘ra: {{fault}} Chiqarganda ular qayta o‘qiladi.',
  'fault.noneOffered': 'hech biri',
};

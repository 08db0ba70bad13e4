import type { tour as english } from '../en/tour.ts';
import type { UzbekWords } from '../words.ts';

export const tour: UzbekWords<typeof english> = {
  'tour.label': 'Dastur bilan tanishish',
  'tour.step': '{{count}} dan {{step}}',
  'tour.next': 'Davom etish',
  'tour.back': 'Orqaga',
  'tour.done': 'Ishni boshlash',
  'tour.skip': 'O‘tkazib yuborish',
  'tour.mode.title': 'Satr qayerda ekaningizni aytadi',
  'tour.mode.text':
    'Sandboxda hech narsa haqiqiy mijozga yetmaydi, hammasini sinab ko‘ring. Live profilda butun satr qizil va LIVE deb yozilgan.',
  'tour.form.title': 'Bitta satr yetarli',
  'tour.form.text':
    'Summa, to‘lov turi va mijozni yozing, masalan “1500 sbp cust-77”, va Enter bosing. Pastdagi maydonlar siz yozganda to‘ladi va oxirgi so‘z ularniki.',
  'tour.now.title': 'Javoblar shu yerga, mijozlar bo‘yicha keladi',
  'tour.now.text':
    'Darhol keyingi mijozga o‘ting: hech narsa klaviaturangizni olmaydi. {{copy}} eng yangi xabarni chatga qo‘yish uchun nusxalaydi. Javob yo‘q degani: takrorlamang.',
  'tour.find.title': 'Qolgan hammasi bitta tugma narida',
  'tour.find.text':
    '{{palette}} istalgan narsani topadi yoki bajaradi, {{sheet}} barcha tugmalarni ko‘rsatadi. Yordam va smenani topshirish ismingiz ostida.',
};

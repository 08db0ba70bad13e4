import type { outside as english } from '../en/outside.ts';
import type { UzbekWords } from '../words.ts';

export const outside: UzbekWords<typeof english> = {
  'outside.ask.title': 'Bu sayt brauzerda ochilsinmi?',
  'outside.ask.text':
    'Havola provayder javobidan keldi va {{profile}} profili uchun bu sayt hali ochilmagan. Nomini taniysizmi, tekshiring. Har bir sayt va profil uchun bir marta so‘raladi.',
  'outside.ask.open': 'Ochish',
  'outside.ask.cancel': 'Ochmaslik',
  'outside.refused.not_a_link': 'ochilmaydi: bu veb-manzil emas.',
  'outside.refused.credentials': 'ochilmaydi: manzilda foydalanuvchi nomi yoki parol bor.',
  'outside.refused.not_https':
    'ochilmaydi: manzil shifrlanmagan. Oddiy http faqat tanlangan Sandbox profilida ochiladi.',
  'outside.refused.own_address': 'ochilmaydi: manzil shu kompyuterning o‘ziga olib boradi.',
  'lock.title': 'Ekran qulflangan',
  'lock.show': 'Dasturni ko‘rsatish',
  'diagnostics.title': 'Diagnostika',
  'diagnostics.text':
    'Sizga yordam beradigan kishi uchun fayl: versiyalar, sozlamalar, jurnal holati va dasturning xizmat fayli. Mijozlar, summalar, rekvizitlar, buyurtma raqamlari, ismlar va maxfiy kalitlar yo‘q.',
  'diagnostics.saved': 'Saqlandi, {{size}}:',
  'command.diagnostics.save': 'Diagnostikani saqlash',
  'about.updates': 'Yangilanishlar',
  'about.updates.off': 'O‘chirilgan: bu nusxa ularni qidirmaydi.',
  'about.updates.on': 'Yoqilgan, kanal: {{channel}}',
};

import type { parts as english } from '../en/parts.ts';
import type { UzbekWords } from '../words.ts';

export const parts: UzbekWords<typeof english> = {
  'part.loading': 'Yuklanmoqda',
  'part.failed.title': 'Dasturning bu qismini yuklab bo‘lmadi',
  'part.failed.text':
    'Shu sababli hech narsa yuborilmadi va hech narsa yo‘qolmadi. Yana bo‘lmasa, sahifani qayta yuklang; bu ham yordam bermasa, Deposit Deskni qaytadan ishga tushiring.',

  'longText.all': 'Hammasini ko‘rsatish',
  'longText.less': 'Kamroq ko‘rsatish',
  'longText.length_one': '{{value}} ta belgi',
  'longText.length_other': '{{value}} ta belgi',
};

import type { notices as english } from '../en/notices.ts';
import type { UzbekWords } from '../words.ts';

export const notices: UzbekWords<typeof english> = {
  'notice.region': 'Oxirgi bildirishnomalar',
  'notice.private': 'So‘rov o‘zgardi',
  'notice.open': 'Ochish',
  'notice.close': '{{customer}} haqidagi bildirishnomani yopish',
  'notice.closeAll': 'Hammasini yopish',
  'notice.to': 'endi',
  'notice.change': '{{before}} → {{now}}',
  'notice.noState': 'Holatsiz callback',
  'notice.unverified': 'tekshirilmagan',
  'notice.more_one': 'va yana {{count}} ta',
  'notice.more_other': 'va yana {{count}} ta',
  'settings.notifications': 'Bildirishnomalar',
  'settings.notifications.text':
    'Provayder callback yuborib, so‘rov holati yoki to‘langan summa o‘zgarganda. F8 eng yangisini qayerda yozayotganingizdan qat’i nazar ochadi.',
  'settings.notifications.where': 'Qanday xabar berilsin',
  'settings.notifications.off': 'Xabar berilmasin',
  'settings.notifications.app': 'Dastur ichida',
  'settings.notifications.desktop': 'Ish stolida ham',
  'settings.notifications.off.meaning':
    'Hech narsa chiqmaydi. Jurnal va Kiruvchilar har doimgidek ko‘rsatadi.',
  'settings.notifications.app.meaning': 'Shu oyna burchagida eslatma.',
  'settings.notifications.desktop.meaning':
    'O‘sha va tizim bildirishnomasi: mijoz, buyurtma, holat. Rekvizit hech qachon.',
  'settings.notifications.asking': 'Brauzer so‘ramoqda. Avval uning savoliga javob bering.',
  'settings.notifications.default':
    'Bu brauzerdan bildirishnoma ko‘rsatish haqida hali so‘ralmagan. Ungacha ular dastur ichida qoladi.',
  'settings.notifications.allow': 'Bu brauzerda ruxsat berish',
  'settings.notifications.denied':
    'Bu brauzer dastur bildirishnomalarini rad etadi, ular dastur ichida qoladi. Brauzerning sayt sozlamalarida shu manzilga ruxsat bering va qayta tanlang.',
  'settings.notifications.cannot':
    'Bu brauzerda ish stoli bildirishnomalari yo‘q. Ular dastur ichida qoladi.',
  'settings.notifications.closed':
    'Savol javobsiz yopildi, ular dastur ichida qoladi. Yana so‘ralishi uchun qayta tanlang.',
};

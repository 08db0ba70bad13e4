import type { presets as english } from '../en/presets.ts';
import type { UzbekWords } from '../words.ts';

export const presets: UzbekWords<typeof english> = {
  'presets.name': 'Andozalar',
  'presets.saveForm': 'Andoza qilib saqlash',
  'presets.edit': 'Andozalarni tahrirlash',
  'presets.editOne': '“{{name}}” ni tahrirlash',
  'presets.new': 'Yangi andoza',
  'presets.change': 'Andozani o‘zgartirish',
  'presets.label': 'Nomi',
  'presets.nameless': 'Nom bering.',
  'presets.key': 'Alt Shift +',
  'presets.noKey': 'tugmasiz',
  'presets.takenKey': '{{digit}} (olinadi)',
  'presets.holds': 'To‘ldiradi: {{what}}',
  'presets.with.cents': 'Summasi bilan',
  'presets.with.customer': 'Mijozi bilan',
  'presets.onlyHere': 'Faqat {{profile}} da',
  'presets.save': 'Andozani saqlash',
  'presets.cancel': 'Bekor qilish',
  'presets.delete': 'O‘chirish',
};

import type { presets as english } from '../en/presets.ts';
import type { RussianWords } from '../words.ts';

export const presets: RussianWords<typeof english> = {
  'presets.name': 'Заготовки',
  'presets.saveForm': 'Сохранить как заготовку',
  'presets.edit': 'Изменить заготовки',
  'presets.editOne': 'Изменить «{{name}}»',
  'presets.new': 'Новая заготовка',
  'presets.change': 'Изменить заготовку',
  'presets.label': 'Название',
  'presets.nameless': 'Введите название.',
  'presets.key': 'Alt Shift +',
  'presets.noKey': 'без клавиши',
  'presets.takenKey': '{{digit}} (занять)',
  'presets.holds': 'Заполнит: {{what}}',
  'presets.with.cents': 'Вместе с суммой',
  'presets.with.customer': 'Вместе с клиентом',
  'presets.onlyHere': 'Только в профиле {{profile}}',
  'presets.save': 'Сохранить заготовку',
  'presets.cancel': 'Отмена',
  'presets.delete': 'Удалить',
};

import type { team as english } from '../en/team.ts';
import type { RussianWords } from '../words.ts';

export const team: RussianWords<typeof english> = {
  'settings.team': 'Команда',
  'command.settings.team': 'Настройки: команда рабочих мест',
  'bar.team.starting': 'Команда: подключение',
  'bar.team.in_step': 'Команда: всё отправлено',
  'bar.team.behind_one': 'Команда: не отправлено {{count}} событие',
  'bar.team.behind_few': 'Команда: не отправлено {{count}} события',
  'bar.team.behind_many': 'Команда: не отправлено {{count}} событий',
  'bar.team.behind_other': 'Команда: не отправлено {{count}} события',
  'bar.team.offline': 'Нет связи с командой с {{time}} · {{policy}}',
  'bar.team.policy.block': 'заявки остановлены',
  'bar.team.policy.own_numbers': 'только свои номера',
  'bar.team.policy.warn': 'с предупреждением',
  'bar.team.server_ahead': 'Команда: журнал старее серверного',
  'bar.team.stopped.frozen': 'Команда: место заморожено',
  'bar.team.stopped.revoked': 'Команда: место отозвано',
  'bar.team.stopped.refused': 'Команда: остановлено',
  'scope.title': 'Чьи заявки',
  'scope.desk': 'Это место',
  'scope.team': 'Команда',
};

import type { team as english } from '../en/team.ts';
import type { UzbekWords } from '../words.ts';

export const team: UzbekWords<typeof english> = {
  'settings.team': 'Jamoa',
  'command.settings.team': 'Sozlamalar: ish joylari jamoasi',
  'bar.team.starting': 'Jamoa: ulanmoqda',
  'bar.team.in_step': 'Jamoa: hammasi yuborilgan',
  'bar.team.behind_one': 'Jamoa: {{count}} ta hodisa yuborilmagan',
  'bar.team.behind_other': 'Jamoa: {{count}} ta hodisa yuborilmagan',
  'bar.team.offline': '{{time}} dan beri jamoa bilan aloqa yo‘q · {{policy}}',
  'bar.team.policy.block': 'so‘rovlar to‘xtatilgan',
  'bar.team.policy.own_numbers': 'faqat o‘z raqamlari',
  'bar.team.policy.warn': 'ogohlantirish bilan',
  'bar.team.server_ahead': 'Jamoa: bu jurnal serverdagidan eski',
  'bar.team.stopped.frozen': 'Jamoa: ish joyi muzlatilgan',
  'bar.team.stopped.revoked': 'Jamoa: ish joyi chiqarilgan',
  'bar.team.stopped.refused': 'Jamoa: to‘xtagan',
  'scope.title': 'Kimning so‘rovlari',
  'scope.desk': 'Shu ish joyi',
  'scope.team': 'Jamoa',
};

import { useQueryClient } from '@tanstack/react-query';

import type { ExportOrder } from '#shared/domain/logExport.ts';

import { useDesk } from './deskContext.ts';

/** The order of the log's last export from this page. */
export const LAST_EXPORT = ['export-last'] as const;

/** For every CSV: as chosen for the log's last export, else what a double click in Excel expects, which follows the country. */
export function useCsvDelimiter(): ExportOrder['delimiter'] {
  const { language } = useDesk().settings;
  const last = useQueryClient().getQueryData<ExportOrder>(LAST_EXPORT);
  return last?.delimiter ?? (language === 'ru' ? 'semicolon' : 'comma');
}

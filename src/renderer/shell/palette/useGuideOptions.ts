import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { useDesk } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { rankOf } from './rank.ts';
import type { Option } from './useOptions.tsx';

const MOST_SECTIONS = 5;
/** Fewer letters are in every text. */
const LEAST_LETTERS = 3;

/** Sections of the guides by their headings, then by their texts. The guides are loaded once something is typed. */
export function useGuideOptions(typed: string): readonly Option[] {
  const { language } = useDesk().settings;
  const [, navigate] = useLocation();
  const text = typed.trim();
  const isAsked = text.length >= LEAST_LETTERS;
  const { data: sections = [] } = useQuery({
    queryKey: KEYS.guides(language),
    enabled: isAsked,
    staleTime: Infinity,
    queryFn: async () => (await import('../../features/desk/help/guides.ts')).sectionsIn(language),
  });
  if (!isAsked) return [];
  const named = sections.filter(({ title }) => isNamed(text, title));
  const told = sections.filter((one) => !named.includes(one) && isNamed(text, one.text));
  return [...named, ...told].slice(0, MOST_SECTIONS).map(({ href, title, guide }) => ({
    id: href,
    group: 'help',
    title,
    detail: guide,
    badge: null,
    cap: null,
    run: () => navigate(href),
  }));
}

/** Scattered letters are in every text. */
function isNamed(text: string, name: string): boolean {
  const rank = rankOf(text, { name });
  return rank === 'start' || rank === 'words';
}

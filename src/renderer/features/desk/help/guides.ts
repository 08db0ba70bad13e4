import batch from '../../../../../docs/guide/batch.md?raw';
import integrator from '../../../../../docs/guide/integrator.md?raw';
import operator from '../../../../../docs/guide/operator.md?raw';
import operatorRu from '../../../../../docs/guide/operator.ru.md?raw';
import people from '../../../../../docs/guide/people.md?raw';
import statements from '../../../../../docs/guide/statements.md?raw';
import supervisor from '../../../../../docs/guide/supervisor.md?raw';
import team from '../../../../../docs/guide/team.md?raw';
import type { Language } from '../../../i18n/i18n.ts';

type Section = { readonly slug: string; readonly title: string; readonly text: string };

export type Guide = {
  readonly id: string;
  /** English where there is no translation. */
  readonly language: Language;
  readonly title: string;
  /** Without its title. */
  readonly text: string;
  readonly sections: readonly Section[];
};

type Source = { readonly id: string } & Partial<Record<Language, string>> & { readonly en: string };

/** In the order in which an operator needs them. The same files as in the repository. */
const SOURCES: readonly Source[] = [
  { id: 'operator', en: operator, ru: operatorRu },
  { id: 'batch', en: batch },
  { id: 'statements', en: statements },
  { id: 'supervisor', en: supervisor },
  { id: 'people', en: people },
  { id: 'team', en: team },
  { id: 'integrator', en: integrator },
];

export function guidesIn(language: Language): readonly Guide[] {
  return SOURCES.map((source) => {
    const own = source[language];
    return guideOf(source.id, own === undefined ? 'en' : language, own ?? source.en);
  });
}

/** Sections of every guide, as the palette shows them. */
export function sectionsIn(language: Language) {
  return guidesIn(language).flatMap((guide) =>
    guide.sections.map(({ slug, title, text }) => ({
      href: guideHref(guide, slug),
      guide: guide.title,
      title,
      text,
    })),
  );
}

/** The first line of a file is its title. */
function guideOf(id: string, language: Language, whole: string): Guide {
  const [head = '', ...lines] = whole.split('\n');
  const text = lines.join('\n');
  const [, ...parts] = text.split(/^## /mu);
  return { id, language, title: head.replace(/^# /u, ''), text, sections: parts.map(sectionOf) };
}

function sectionOf(part: string): Section {
  const [title = '', ...lines] = part.split('\n');
  return { slug: slugOf(title), title, text: lines.join('\n') };
}

export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

export function guideHref({ id }: Pick<Guide, 'id'>, slug?: string): string {
  return slug === undefined ? `/help/${id}` : `/help/${id}/${encodeURIComponent(slug)}`;
}

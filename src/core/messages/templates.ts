import { join } from 'node:path';

import { z } from 'zod';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { type Template, purposeOf, templateSchema } from '#shared/domain/template.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';

/** Five languages by three channels by more payment types than any merchant has. */
const MOST_TEMPLATES = 300;

export type Templates = {
  /** In the order in which they were first saved. */
  readonly list: () => readonly Template[];
  /** Takes the place of the one it replaces. */
  readonly save: (template: Template) => Result<readonly Template[], Failure>;
  readonly remove: (id: Template['id']) => readonly Template[];
};

const fileSchema = z.strictObject({
  version: z.literal(1),
  templates: z.array(templateSchema).readonly(),
});

type TemplatesDeps = { readonly dataDir: string; readonly files: JsonFiles };

export function createTemplates({ dataDir, files }: TemplatesDeps): Templates {
  const file = join(dataDir, 'templates.json');
  let templates: readonly Template[] = files.read(file, fileSchema)?.templates ?? [];

  function keep(next: readonly Template[]): readonly Template[] {
    writeJsonFile(file, { version: 1, templates: next });
    templates = next;
    return templates;
  }

  return {
    list: () => templates,
    save(template) {
      const at = templates.findIndex((own) => replaces(template, own));
      if (at === -1 && templates.length >= MOST_TEMPLATES) {
        return err(failure('template_limit', `at most ${MOST_TEMPLATES}`));
      }
      if (at === -1) return ok(keep([...templates, template]));
      // One by its id and another by what it is for: both give way, or a message would have two wordings.
      const others = templates.filter((own, place) => place === at || !replaces(template, own));
      return ok(keep(others.map((own) => (replaces(template, own) ? template : own))));
    },
    remove(id) {
      const left = templates.filter((own) => own.id !== id);
      return left.length === templates.length ? templates : keep(left);
    },
  };
}

function replaces(saved: Template, own: Template): boolean {
  return (
    own.id === saved.id ||
    (own.language === saved.language &&
      own.channel === saved.channel &&
      purposeOf(own) === purposeOf(saved) &&
      own.paymentType === saved.paymentType)
  );
}

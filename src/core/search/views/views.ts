import { join } from 'node:path';

import { z } from 'zod';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { type SavedView, savedViewSchema } from '#shared/domain/logSearch.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type JsonFiles, writeJsonFile } from '../../files/jsonFile.ts';

/** More would not fit a menu. */
const MOST_VIEWS = 50;

export type Views = {
  /** In the order in which they were first saved. */
  readonly list: () => readonly SavedView[];
  /** One of the same id is replaced where it stands. */
  readonly save: (view: SavedView) => Result<readonly SavedView[], Failure>;
  /** One that is not there is no fault: another window may have been quicker. */
  readonly remove: (id: SavedView['id']) => readonly SavedView[];
};

export type ViewsDeps = { readonly dataDir: string; readonly files: JsonFiles };

const fileSchema = z.strictObject({
  version: z.literal(1),
  views: z.array(savedViewSchema).readonly(),
});

export function createViews({ dataDir, files }: ViewsDeps): Views {
  const file = join(dataDir, 'views.json');
  let views: readonly SavedView[] = files.read(file, fileSchema)?.views ?? [];

  function keep(next: readonly SavedView[]): readonly SavedView[] {
    writeJsonFile(file, { version: 1, views: next });
    views = next;
    return views;
  }

  return {
    list: () => views,
    save(view) {
      if (views.some(({ id }) => id === view.id)) {
        return ok(keep(views.map((own) => (own.id === view.id ? view : own))));
      }
      if (views.length >= MOST_VIEWS) return err(failure('view_limit', `at most ${MOST_VIEWS}`));
      return ok(keep([...views, view]));
    },
    remove(id) {
      const left = views.filter((own) => own.id !== id);
      return left.length === views.length ? views : keep(left);
    },
  };
}

import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Handlers } from '../dispatch.ts';
import type { Drafts } from './drafts.ts';
import type { Presets } from './presets.ts';
import type { Templates } from '../messages/templates.ts';

export type KeptHandlerDeps = {
  readonly drafts: Drafts;
  readonly presets: Presets;
  readonly templates: Templates;
  readonly events: DeskEvents;
};

type KeptHandlers = Pick<
  Handlers,
  | 'draft.keep'
  | 'draft.adopt'
  | 'preset.list'
  | 'preset.save'
  | 'preset.delete'
  | 'template.list'
  | 'template.save'
  | 'template.delete'
>;

/** What the desk keeps for the operator's hands. */
export function keptHandlers({
  drafts,
  presets,
  templates,
  events,
}: KeptHandlerDeps): KeptHandlers {
  const changed = (what: 'presets' | 'templates'): void =>
    events.emit({ name: 'kept.changed', what });
  return {
    async 'draft.keep'({ draft, ...form }) {
      try {
        await drafts.keep(form, draft);
        return ok({});
      } catch (error) {
        // A full disk would be reported at every pause in typing; the page still has the draft.
        return err(failure('internal', `the draft was not kept: ${String(error)}`));
      }
    },
    'draft.adopt': async (form) => ok(await drafts.adopt(form)),
    'preset.list': async () => ok(presets.list()),
    async 'preset.save'(preset) {
      const saved = presets.save(preset);
      if (saved.ok) changed('presets');
      return saved;
    },
    async 'preset.delete'({ id }) {
      const left = presets.remove(id);
      changed('presets');
      return ok(left);
    },
    'template.list': async () => ok(templates.list()),
    async 'template.save'(template) {
      const saved = templates.save(template);
      if (saved.ok) changed('templates');
      return saved;
    },
    async 'template.delete'({ id }) {
      const left = templates.remove(id);
      changed('templates');
      return ok(left);
    },
  };
}

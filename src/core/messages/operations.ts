import type { MESSAGES_OPERATIONS } from '#shared/contract/messages.ts';
import { failure } from '#shared/domain/failure.ts';
import { safeLink, sandboxOriginOf } from '#shared/domain/link.ts';
import { type DepositRequest, whyNotHandedOn } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';

import { type DeskEvents, type TellDeps, tellOfChange } from '../desk/deskEvents.ts';
import type { DomainOperations } from '../dispatch.ts';
import type { Clipboard } from '../ports.ts';
import { type BillDeps, billAddressOf, fetchBill } from './bill/fetchBill.ts';
import { copyAndReadBack } from './clipboard.ts';
import type { Templates } from './templates.ts';
import type { LogPort } from '../log/openLog.ts';

export type MessagesOperationDeps = BillDeps &
  TellDeps & {
    readonly log: Pick<LogPort, 'recordCopy'>;
    readonly events: DeskEvents;
    readonly clipboard: Clipboard | null;
    readonly templates: Templates;
  };

/** What the customer gets: messages from templates, copies, the picture of the bill. */
export function messagesOperations(
  deps: MessagesOperationDeps,
): DomainOperations<typeof MESSAGES_OPERATIONS> {
  const { log, profiles, events, clipboard, templates } = deps;
  const templatesChanged = (): void => events.emit({ name: 'templates.changed' });

  /** Whether the payment link of this request may be handed on, by the rule that its message and its QR are made by. */
  function mayHandOn(address: string, request: DepositRequest): boolean {
    const profile = profiles.find(request.profileId);
    return safeLink(address, sandboxOriginOf(request, profile.ok ? profile.value : null)) !== null;
  }

  return {
    'template.list': async () => ok(templates.list()),
    async 'template.save'(template) {
      const saved = templates.save(template);
      if (saved.ok) templatesChanged();
      return saved;
    },
    async 'template.delete'({ id }) {
      const left = templates.remove(id);
      templatesChanged();
      return ok(left);
    },
    async 'clipboard.copy'({ text, linkOf }) {
      if (linkOf !== undefined) {
        const request = await log.find(linkOf);
        if (request === null) return err(failure('request_not_found'));
        const why = whyNotHandedOn(request);
        if (why !== null) return err(failure('copy_locked', why));
        if (!mayHandOn(text, request)) return err(failure('link_not_safe'));
      }
      return ok({ readBack: await copyAndReadBack(clipboard, text) });
    },
    async 'request.recordCopy'({ intentId, ...copy }, { operator }) {
      const request = await log.find(intentId);
      if (request === null) return err(failure('request_not_found'));
      // A support request is about exactly these, and holds no requisites.
      const handsNothingOver = copy.part === 'support' || copy.readBack === 'undone';
      const why = handsNothingOver ? null : whyNotHandedOn(request);
      if (why !== null) return err(failure('copy_locked', why));
      if (copy.part === 'url' && !mayHandOn(copy.text, request)) {
        return err(failure('link_not_safe'));
      }
      const copied = { operator, ...copy };
      return tellOfChange(deps, await log.recordCopy(intentId, copied));
    },
    async 'bill.fetch'({ intentId }) {
      const address = await billAddressOf(intentId, deps);
      return address.ok ? fetchBill(address.value, deps) : address;
    },
  };
}

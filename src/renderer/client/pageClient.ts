import type { Client, Transport } from '#shared/contract/client.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import { hasText, isReply } from './envelope.ts';

/**
 * The contract as the page speaks it. Dispatch has held every answer against its schema on the way out, and page and host are
 * one build: here only the envelope is looked at. The schemas of the whole contract would be a third of what a start has to
 * read, and every answer would be walked through twice. Tests use the client of `shared/contract/testing`, which checks all.
 */
export function createPageClient(transport: Transport): Client {
  return {
    async call(name, input, options) {
      let reply: unknown;
      try {
        reply = await transport.invoke(name, input, options);
      } catch (error) {
        return err(failure('host_unreachable', String(error)));
      }
      return isReply(name, reply) ? reply : err(failure('invalid_output', `${name}: no envelope`));
    },
    onEvent: (listener) =>
      transport.subscribe((event) => {
        if (isEvent(event)) listener(event);
      }),
  };
}

function isEvent(event: unknown): event is DeskEvent {
  return hasText(event, 'name') && Object.hasOwn(EVENTS, event.name);
}

/** The compiler holds it complete. */
const EVENTS: Readonly<Record<DeskEvent['name'], true>> = {
  'request.changed': true,
  'requests.changed': true,
  'customer.changed': true,
  'limits.changed': true,
  'profile.changed': true,
  'check.step': true,
  'settings.changed': true,
  'callback.received': true,
  'request.heard': true,
  'import.progress': true,
  'batch.changed': true,
  'export.changed': true,
  'index.changed': true,
  'listener.changed': true,
  'request.stage': true,
  'templates.changed': true,
  'health.changed': true,
  'backup.changed': true,
  'restore.changed': true,
  'protection.changed': true,
  'protection.progress': true,
  'people.changed': true,
  'eyes.changed': true,
  'team.changed': true,
  'desk.locked': true,
  'desk.open': true,
};

import {
  type CallbackFilter,
  EVERY_CALLBACK,
  callbackFilterSchema,
} from '#shared/domain/callback.ts';

/** Place in the Inbox: which callbacks are listed, and which of them is open. */
export type InboxPlace = { readonly filter: CallbackFilter; readonly seq: number | null };

const INBOX = '/inbox';
/** `/inbox/of/sandbox~apart~1790000000000~1790086400000/17`: what is left empty is not asked for. */
const PLACE =
  /^(?:of\/(?<profileId>[a-z0-9-]*)~(?<taken>[a-z_]*)~(?<from>[0-9]*)~(?<to>[0-9]*)\/?)?(?<seq>[0-9]*)$/u;

/** In the address, so that a number elsewhere can be a link, and that Back and a reload lead where they should. */
export function inboxHref(filter: CallbackFilter, seq: number | null = null): string {
  const { profileId, taken, from, to } = filter;
  const parts = [profileId ?? '', taken ?? '', momentText(from), momentText(to)];
  const which = parts.every((part) => part === '') ? '' : `/of/${parts.join('~')}`;
  return `${INBOX}${which}${seq === null ? '' : `/${seq}`}`;
}

/** What follows `/inbox/`. Whatever cannot be meant is everything. */
export function readInboxPlace(rest: string): InboxPlace {
  const said = PLACE.exec(rest)?.groups;
  if (said === undefined) return { filter: EVERY_CALLBACK, seq: null };
  const read = callbackFilterSchema.safeParse({
    profileId: orNull(said['profileId']),
    taken: orNull(said['taken']),
    from: moment(said['from']),
    to: moment(said['to']),
  });
  const seq = Number(said['seq'] ?? '');
  return {
    filter: read.success ? read.data : EVERY_CALLBACK,
    seq: Number.isSafeInteger(seq) && seq > 0 ? seq : null,
  };
}

function momentText(at: string | null): string {
  return at === null ? '' : String(Date.parse(at));
}

function moment(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  const date = new Date(Number(text));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

import { safeLink } from '#shared/domain/link.ts';
import { type DepositRequest, handedDataOf, whyNotHandedOn } from '#shared/domain/request.ts';
import { numberToCopy } from '#shared/domain/requisites.ts';

import type { WordKey } from '../../../i18n/i18n.ts';

type MainValue = { readonly part: 'number' | 'url'; readonly text: string };

/** Null: it may be copied. */
export function whyNotCopied(
  request: DepositRequest,
  sandboxOrigin: string | null,
): WordKey | null {
  const why = whyNotHandedOn(request);
  if (why === 'rejected' || why === 'not_sent') return 'log.copy.nothing';
  if (why !== null && why !== 'nothing') return `log.copy.${why}`;
  const value = mainValueOf(request);
  if (value === null) return 'log.copy.none';
  const isUnsafe = value.part === 'url' && safeLink(value.text, sandboxOrigin) === null;
  return isUnsafe ? 'copy.unsafe' : null;
}

/** The number, or else the link: as answered, or as typed by the operator who found it. */
export function mainValueOf(request: DepositRequest): MainValue | null {
  const data = handedDataOf(request);
  const number = data?.number ?? '';
  if (number.trim() !== '') return { part: 'number', text: numberToCopy(number) };
  const url = data?.url ?? '';
  return url.trim() === '' ? null : { part: 'url', text: url };
}

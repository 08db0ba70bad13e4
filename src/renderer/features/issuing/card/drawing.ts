import { sandboxLine } from '#shared/domain/message/wording.ts';

import { qrPicture } from '../../../ui/picture/qrPicture.ts';
import { requisitesPicture } from '../../../ui/picture/requisitesPicture.ts';
import { type ViewSetting, customerView, viewText } from './customerView.ts';
import type { AcceptedRequest } from './rules.ts';

/** A picture, and what it says: that is what the log keeps of it. */
export type Drawn = { readonly png: Blob; readonly text: string };

export async function drawLink(
  { mode }: AcceptedRequest,
  link: string,
  language: ViewSetting['language'],
): Promise<Drawn> {
  const png = await qrPicture(link, mode === 'sandbox' ? sandboxLine(language) : null);
  return { png, text: link };
}

export async function drawRequisites(
  request: AcceptedRequest,
  setting: ViewSetting,
): Promise<Drawn> {
  const view = customerView(request, setting);
  return { png: await requisitesPicture(view), text: viewText(view) };
}

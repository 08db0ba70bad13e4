import type { AnswerFault } from '#shared/domain/answerFault.ts';

import type { Say } from '../i18n/i18n.ts';

/** "amount_cents is text, the format expects a number; state is missing". */
export function answerFaultsText(faults: readonly AnswerFault[], say: Say): string {
  return faults
    .map(({ field, got, expected }) =>
      got === 'missing'
        ? say('answerFault.missing', { field })
        : say('answerFault.wrong', {
            field,
            got: say(`answerFault.got.${got}`),
            expected: say(`answerFault.expected.${expected}`),
          }),
    )
    .join('; ');
}

import type { Dialect } from '#shared/dialect/schema.ts';

import type { Say } from '../../i18n/i18n.ts';

/** "md5 · hex, lower case · field “sign” of the body · form body": the whole recipe at a glance. */
export function summaryOf(dialect: Dialect, say: Say): string {
  const { algorithm, output, placement } = dialect.signature;
  return [
    say(`knob.algorithm.${algorithm}`),
    say(`summary.output.${output}`),
    say(`summary.placement.${placement.in}`, { name: placement.name }),
    say(`summary.body.${dialect.body}`),
  ].join(' · ');
}

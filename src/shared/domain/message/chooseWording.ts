import { type Channel, type MessageLanguage, type Template, purposeOf } from '../template.ts';
import { mayHoldPayTo, placeholdersIn } from './placeholders.ts';
import { type MessageKind, deskWording, purposeFor } from './wording.ts';

type Wanted = {
  readonly language: MessageLanguage;
  readonly channel: Channel;
  readonly paymentType: string;
  readonly kind: MessageKind;
};

type Wording = {
  readonly text: string;
  /** Null: the desk's own. */
  readonly template: Template | null;
};

/**
 * The office's wording for this payment type; else the one for all types; else the desk's. One that has no place for what this
 * customer has to pay to is passed over: a wording for cards is of no use to whom a link was sent.
 */
export function chooseWording(
  templates: readonly Template[],
  { language, channel, paymentType, kind }: Wanted,
): Wording {
  const here = templates.filter(
    (template) =>
      template.language === language &&
      template.channel === channel &&
      purposeOf(template) === purposeFor(kind) &&
      serves(template.text, kind),
  );
  const template =
    here.find((candidate) => candidate.paymentType === paymentType) ??
    here.find((candidate) => candidate.paymentType === null) ??
    null;
  return { text: template?.text ?? deskWording(language, channel, kind), template };
}

/** Whether a wording that asks to pay says where, for this kind; of any other that it does so only where it may. */
export function serves(wording: string, kind: MessageKind): boolean {
  const used = placeholdersIn(wording);
  if (kind === 'requisites') return used.has('number');
  if (kind === 'link') return used.has('link');
  return mayHoldPayTo(kind) || (!used.has('number') && !used.has('link'));
}

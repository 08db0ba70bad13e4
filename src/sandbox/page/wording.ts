import type { TransferMethod } from '../limits.ts';
import type { End } from '../ledgerNote.ts';
import type { AmountFault } from '../money.ts';
import { EN } from './en.ts';
import type { Language } from './language.ts';
import { RU } from './ru.ts';

export type Wording = {
  readonly notice: string;
  readonly language: string;
  readonly toPay: string;
  readonly amount: string;
  readonly order: string;
  readonly merchant: string;
  readonly payBy: string;
  readonly request: string;
  readonly made: string;
  readonly choose: string;
  readonly chooseHint: string;
  readonly chooseAnother: string;
  readonly methods: Readonly<
    Record<
      TransferMethod,
      { readonly title: string; readonly hint: string; readonly number: string }
    >
  >;
  readonly recipient: string;
  readonly bank: string;
  readonly bic: string;
  readonly reason: string;
  readonly select: string;
  readonly bill: string;
  readonly paid: string;
  readonly paidAnother: string;
  readonly reject: string;
  readonly amountPaid: string;
  readonly amountHint: string;
  readonly confirmAmount: string;
  readonly back: string;
  readonly faults: Readonly<Record<AmountFault, (example: string) => string>>;
  readonly ended: Readonly<Record<End, string>>;
  readonly youPaid: (paid: string) => string;
  readonly youPaidOf: (paid: string, asked: string) => string;
  readonly nothingPaid: string;
  readonly askAnew: string;
  readonly going: (host: string) => string;
  readonly goBack: string;
  readonly close: string;
  readonly missing: string;
  readonly missingHint: string;
  readonly refused: string;
  readonly refusedHint: string;
  readonly extension: string;
  /** The three states as this sandbox words them just now. */
  readonly extensionHint: (states: string) => string;
};

export const WORDING: Readonly<Record<Language, Wording>> = { en: EN, ru: RU };

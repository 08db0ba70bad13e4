import { BUILD_CURRENCIES } from '#shared/domain/currency.ts';
import {
  BUILD_FIELD_ORDER,
  BUILD_PAYMENT_TYPE,
  CREATE_FIELD_ORDER,
  type DepositBody,
  type Flow,
  depositBodySchema,
} from '#shared/domain/deposit.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

export type LabField = (typeof CREATE_FIELD_ORDER)[number];

/** A body as it is typed off a provider's document: every field as text, as it travels. Blank: not sent. */
export type LabSample = {
  readonly flow: Flow;
  readonly fields: Readonly<Partial<Record<LabField, string>>>;
};

export function fieldsOf(flow: Flow): readonly LabField[] {
  return flow === 'create' ? CREATE_FIELD_ORDER : BUILD_FIELD_ORDER;
}

export function exampleOf(flow: Flow, merchant: string): LabSample {
  const fields = { cents: '150000', currency: 'RUB', customer: 'cust-77', merchant };
  return flow === 'create'
    ? { flow, fields: { ...fields, order_id: 'D-1115-0042', payment_type: 'sbp' } }
    : { flow, fields: { ...fields, order_id: 'B-1115-0042', payment_type: BUILD_PAYMENT_TYPE } };
}

export function sampleOf({ flow, fields }: DepositBody): LabSample {
  const texts = new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return {
    flow,
    fields: Object.fromEntries(fieldsOf(flow).map((name) => [name, texts.get(name) ?? ''])),
  };
}

/** The same request in the other flow, as far as that knows its fields. */
export function inFlow({ fields }: LabSample, flow: Flow): LabSample {
  if (flow === 'create') {
    const type = fields.payment_type === BUILD_PAYMENT_TYPE ? 'sbp' : fields.payment_type;
    return { flow, fields: { ...fields, payment_type: type ?? '' } };
  }
  const known: readonly string[] = BUILD_CURRENCIES;
  const currency = known.includes(fields.currency ?? '') ? fields.currency : BUILD_CURRENCIES[0];
  return {
    flow,
    fields: {
      ...fields,
      currency: currency ?? BUILD_CURRENCIES[0],
      payment_type: BUILD_PAYMENT_TYPE,
    },
  };
}

/** The body, or the fields that do not make one. */
export function bodyOf({ flow, fields }: LabSample): Result<DepositBody, readonly LabField[]> {
  const sent = fieldsOf(flow).flatMap((name): readonly (readonly [string, string | number])[] => {
    const text = fields[name] ?? '';
    if (text === '') return [];
    return [[name, name === 'cents' && /^\d+$/u.test(text) ? Number(text) : text]];
  });
  const parsed = depositBodySchema.safeParse({ flow, fields: Object.fromEntries(sent) });
  if (parsed.success) return ok(parsed.data);
  const faulty = new Set(parsed.error.issues.map(({ path }) => path.at(1)));
  return err(fieldsOf(flow).filter((name) => faulty.has(name)));
}

export type Verdict = 'match' | 'without_prefix' | 'other_case' | 'with_prefix' | 'different';

/**
 * The pasted signature against what would travel: the format's prefix and the signature made here. Null where one of them is
 * missing.
 */
export function compareSignatures(
  made: string | null,
  prefix: string,
  pasted: string,
): Verdict | null {
  const expected = pasted.trim().replace(/^[\w-]+\s*:\s*/u, '');
  if (made === null || expected === '') return null;
  const travels = `${prefix}${made}`.trim();
  if (travels === expected) return 'match';
  // Documents mostly show the bare signature.
  if (made === expected) return 'without_prefix';
  if ([travels, made].some((own) => own.toLowerCase() === expected.toLowerCase())) {
    return 'other_case';
  }
  // "Bearer abc…": copied together with what stands before it, which the format does not send.
  return expected.endsWith(made) ? 'with_prefix' : 'different';
}

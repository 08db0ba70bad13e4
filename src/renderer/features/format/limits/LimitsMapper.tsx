import { type ReactNode, useMemo } from 'react';

import { type Dialect, LIMIT_SHAPES, type LimitResponse, UNITS } from '#shared/dialect/schema.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { limitsAnswerOf, readLimits } from '#shared/limits/read.ts';

import { useLimits } from '../../../client/limits.ts';
import type { Codec, FormState } from '../../../ui/form/fields.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { type Knob, LIMIT_REQUEST, choice, row, text } from '../knobs.ts';
import { LimitsPreview } from './LimitsPreview.tsx';
import styles from './LimitsMap.module.css';
import { type Mapping, guessMapping, keysIn, placesIn } from './mapping.ts';
import { RawAnswer } from './RawAnswer.tsx';

type Props = {
  readonly profileId: ProfileId;
  readonly form: FormState<Dialect> & { readonly faultAt: (path: string) => string | null };
};

/** How GET limit is asked for and how its answer is read, tried at once on the newest answer in hand. */
export function LimitsMapper({ profileId, form }: Props): ReactNode {
  const format = form.doc.limitResponse;
  const limits = useLimits(profileId);
  const raw = limits.data?.snapshot?.raw ?? null;
  const answer = useMemo(() => parsedAnswer(raw), [raw]);
  const reading = useMemo(
    () => (answer === undefined ? null : readLimits(answer, format)),
    [answer, format],
  );
  const mapping = useMemo(
    () => (format.kind === 'mapped' ? mappingFields(format, answer) : []),
    [format, answer],
  );
  return (
    <div className={`${styles.mapper} stack narrow gap-16`}>
      <Fields form={form} of={readingFields(answer)} layout="narrow" />
      {/* The preview shows every key at once, and so does what is wrong with it. */}
      {mapping.length > 0 && (
        <Fields form={{ ...form, errorAt: form.faultAt }} of={mapping} layout="narrow" />
      )}
      <div className={`${styles.beside} stack top gap-16`}>
        <div>
          <RawAnswer profileId={profileId} answer={answer} />
        </div>
        <div>
          <LimitsPreview
            reading={reading}
            hasAnswer={raw !== null}
            mapped={format.kind === 'mapped'}
          />
        </div>
      </div>
    </div>
  );
}

/** As core reads it. Undefined where there is no answer, or it is no JSON. */
function parsedAnswer(raw: string | null): unknown {
  if (raw === null) return undefined;
  const read = limitsAnswerOf(raw);
  return read.ok ? read.value : undefined;
}

function readingFields(answer: unknown): readonly Knob[] {
  return [
    LIMIT_REQUEST,
    row(
      'limitResponse.kind',
      'limitsMap.kind',
      ['recognised', 'mapped'],
      (kind) => `limitsMap.kind.${kind}`,
      {
        write: (kind, { limitResponse: { units } }) => {
          const response: LimitResponse =
            kind === 'recognised' ? { kind, units } : guessMapping(answer, units);
          return ['limitResponse', response];
        },
      },
    ),
    row('limitResponse.units', 'limitsMap.units', UNITS, (units) => `limitsMap.units.${units}`, {
      hint: 'limitsMap.units.hint',
    }),
  ];
}

/** Empty: the answer does not say it. */
const KEY: Codec = {
  print: (name) => (typeof name === 'string' ? name : ''),
  parse: (typed) => (typed.trim() === '' ? null : typed.trim()),
};

function mappingFields(mapping: Mapping, answer: unknown): readonly Knob[] {
  const { shape, path } = mapping;
  const offered = keysIn(answer, { path, shape });
  const places = placesIn(answer, shape).filter((at) => at !== '');
  const key = (name: keyof Mapping['keys'], hint: Pick<Knob, 'hint'> = {}): Knob =>
    text(`limitResponse.keys.${name}`, `limitsMap.key.${name}`, {
      placeholder: 'limitsMap.key.none',
      offered: () => offered,
      codec: KEY,
      ...hint,
    });
  return [
    choice(
      'limitResponse.shape',
      'limitsMap.shape',
      LIMIT_SHAPES,
      (name) => `limitsMap.shape.${name}`,
      { write: (name) => ['limitResponse', reshaped(mapping, name, answer)] },
    ),
    text('limitResponse.path', 'limitsMap.path', {
      placeholder: 'limitsMap.path.top',
      offered: () => places,
      codec: { print: String, parse: (typed) => typed.trim() },
    }),
    ...(shape === 'list' ? [key('currency')] : []),
    ...(shape === 'map-by-currency-then-type'
      ? []
      : [key('paymentType', { hint: 'limitsMap.key.paymentType.hint' })]),
    key('min'),
    key('max'),
    key('enabled', { hint: 'limitsMap.key.enabled.hint' }),
  ];
}

function reshaped(mapping: Mapping, name: string, answer: unknown): Mapping {
  const shape = LIMIT_SHAPES.find((known) => known === name) ?? mapping.shape;
  const { keys } = mapping;
  return {
    ...mapping,
    shape,
    path: placesIn(answer, shape)[0] ?? mapping.path,
    keys: {
      ...keys,
      // A list cannot be read without the currency's key; a map has the currency as its own key.
      currency: shape === 'list' ? (keys.currency ?? 'currency') : null,
      paymentType: shape === 'map-by-currency-then-type' ? null : keys.paymentType,
    },
  };
}

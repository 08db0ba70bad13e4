import { type ReactNode, useMemo } from 'react';

import { type Dialect, LIMIT_SHAPES, type LimitResponse, UNITS } from '#shared/dialect/schema.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { limitsAnswerOf, readLimits } from '#shared/limits/read.ts';

import { useLimits } from '../../../client/limits.ts';
import { type FieldSpec, type FormState, choices, field } from '../../../ui/form/fields.ts';
import { Fields } from '../../../ui/form/Fields.tsx';
import { LIMIT_REQUEST } from '../knobs.ts';
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
    <div className={styles.mapper}>
      <Fields form={form} of={readingFields(answer)} layout="narrow" />
      {/* The preview shows every key at once, and so does what is wrong with it. */}
      {mapping.length > 0 && (
        <Fields form={{ ...form, errorAt: form.faultAt }} of={mapping} layout="narrow" />
      )}
      <div className={styles.beside}>
        <RawAnswer profileId={profileId} answer={answer} />
        <LimitsPreview
          reading={reading}
          hasAnswer={raw !== null}
          mapped={format.kind === 'mapped'}
        />
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

function readingFields(answer: unknown): readonly FieldSpec<Dialect>[] {
  return [
    LIMIT_REQUEST,
    field('row', 'limitResponse.kind', 'limitsMap.kind', {
      ...choices(['recognised', 'mapped'], (kind) => `limitsMap.kind.${kind}`),
      write: (kind, { limitResponse: { units } }) => {
        const response: LimitResponse =
          kind === 'recognised' ? { kind, units } : guessMapping(answer, units);
        return ['limitResponse', response];
      },
    }),
    field('row', 'limitResponse.units', 'limitsMap.units', {
      ...choices(UNITS, (units) => `limitsMap.units.${units}`),
    }),
  ];
}

function mappingFields(mapping: Mapping, answer: unknown): readonly FieldSpec<Dialect>[] {
  const { shape, path } = mapping;
  const offered = keysIn(answer, { path, shape });
  const places = placesIn(answer, shape).filter((at) => at !== '');
  const asked = [
    ...(shape === 'list' ? (['currency'] as const) : []),
    ...(shape === 'map-by-currency-then-type' ? [] : (['paymentType'] as const)),
    'min',
    'max',
    'enabled',
  ] as const;
  return [
    field('choice', 'limitResponse.shape', 'limitsMap.shape', {
      ...choices(LIMIT_SHAPES, (name) => `limitsMap.shape.${name}`),
      write: (name) => ['limitResponse', reshaped(mapping, name, answer)],
    }),
    field('text', 'limitResponse.path', 'limitsMap.path', {
      placeholder: 'limitsMap.path.top',
      look: 'mono',
      offered: () => places,
      codec: { print: String, parse: (text) => text.trim() },
    }),
    ...asked.map((key) =>
      field<Dialect>('text', `limitResponse.keys.${key}`, `limitsMap.key.${key}`, {
        placeholder: 'limitsMap.key.none',
        look: 'mono',
        offered: () => offered,
        codec: {
          print: (name) => (typeof name === 'string' ? name : ''),
          parse: (text) => (text.trim() === '' ? null : text.trim()),
        },
      }),
    ),
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

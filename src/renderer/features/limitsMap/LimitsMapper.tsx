import { type ReactNode, useId, useMemo } from 'react';

import { LIMIT_SHAPES, type LimitResponse, UNITS } from '#shared/dialect/schema.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { readLimits } from '#shared/limits/read.ts';

import { useLimits } from '../../client/limits.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox } from '../../ui/TextBox.tsx';
import { KeyField } from './KeyField.tsx';
import { LimitsPreview } from './LimitsPreview.tsx';
import styles from './LimitsMap.module.css';
import { type Mapping, guessMapping, keysIn, placesIn } from './mapping.ts';
import { parsedAnswer } from './parsedAnswer.ts';
import { RawAnswer } from './RawAnswer.tsx';

const KINDS = ['recognised', 'mapped'] as const;

type Props = {
  readonly profileId: ProfileId;
  readonly format: LimitResponse;
  readonly onChange: (format: LimitResponse) => void;
  /** By the path inside the limit response. */
  readonly faultAt: (path: string) => string | null;
  /** Stands first: how the answer is asked for. */
  readonly children?: ReactNode;
};

/** How the answer of GET limit is read, tried at once on the newest answer in hand. */
export function LimitsMapper(props: Props): ReactNode {
  const { profileId, format, onChange, faultAt } = props;
  const say = useSay();
  const id = useId();
  const limits = useLimits(profileId);
  const raw = limits.data?.snapshot?.raw ?? null;
  const answer = useMemo(() => parsedAnswer(raw), [raw]);
  const reading = useMemo(
    () => (answer === undefined ? null : readLimits(answer, format)),
    [answer, format],
  );
  return (
    <div className={styles.mapper}>
      <div className={styles.grid}>
        {props.children}
        <Segments
          id={`${id}-kind`}
          label={say('limitsMap.kind')}
          hint={say('limitsMap.kind.hint')}
          value={format.kind}
          options={KINDS.map((value) => ({ value, label: say(`limitsMap.kind.${value}`) }))}
          onChange={(kind) =>
            onChange(
              kind === 'recognised'
                ? { kind, units: format.units }
                : guessMapping(answer, format.units),
            )
          }
        />
        <Segments
          id={`${id}-units`}
          label={say('limitsMap.units')}
          hint={say('limitsMap.units.hint')}
          value={format.units}
          options={UNITS.map((value) => ({ value, label: say(`limitsMap.units.${value}`) }))}
          onChange={(units) => onChange({ ...format, units })}
        />
      </div>
      {format.kind === 'mapped' && (
        <MappingFields mapping={format} answer={answer} onChange={onChange} faultAt={faultAt} />
      )}
      <div className={styles.beside}>
        <RawAnswer profileId={profileId} isJson={answer !== undefined} />
        <LimitsPreview
          reading={reading}
          hasAnswer={raw !== null}
          mapped={format.kind === 'mapped'}
        />
      </div>
    </div>
  );
}

type FieldsProps = {
  readonly mapping: Mapping;
  readonly answer: unknown;
  readonly onChange: (mapping: Mapping) => void;
  readonly faultAt: (path: string) => string | null;
};

function MappingFields({ mapping, answer, onChange, faultAt }: FieldsProps): ReactNode {
  const say = useSay();
  const id = useId();
  const { shape, path, keys } = mapping;
  const offered = useMemo(() => keysIn(answer, { path, shape }), [answer, path, shape]);
  const places = useMemo(() => placesIn(answer, shape).filter((at) => at !== ''), [answer, shape]);
  const asked = [
    ...(shape === 'list' ? (['currency'] as const) : []),
    ...(shape === 'map-by-currency-then-type' ? [] : (['paymentType'] as const)),
    'min',
    'max',
    'enabled',
  ] as const;
  const reshape = (next: Mapping['shape']): void => {
    const at = placesIn(answer, next)[0] ?? path;
    // A list cannot do without the currency's key; a map has it as its own.
    const currency = next === 'list' ? (keys.currency ?? 'currency') : null;
    const paymentType = next === 'map-by-currency-then-type' ? null : keys.paymentType;
    onChange({ ...mapping, shape: next, path: at, keys: { ...keys, currency, paymentType } });
  };
  return (
    <div className={styles.grid}>
      <Field id={`${id}-shape`} label={say('limitsMap.shape')} hint={say('limitsMap.shape.hint')}>
        {(control) => (
          <SelectBox
            {...control}
            value={shape}
            onChange={(event) => {
              const chosen = LIMIT_SHAPES.find((name) => name === event.currentTarget.value);
              if (chosen !== undefined) reshape(chosen);
            }}
          >
            {LIMIT_SHAPES.map((name) => (
              <option key={name} value={name}>
                {say(`limitsMap.shape.${name}`)}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
      <KeyField
        label={say('limitsMap.path')}
        hint={say('limitsMap.path.hint')}
        placeholder={say('limitsMap.path.top')}
        value={path}
        offered={places}
        error={faultAt('path')}
        onChange={(at) => onChange({ ...mapping, path: at })}
      />
      {asked.map((key) => (
        <KeyField
          key={key}
          label={say(`limitsMap.key.${key}`)}
          hint={say(`limitsMap.key.${key}.hint`)}
          placeholder={say('limitsMap.key.none')}
          value={keys[key] ?? ''}
          offered={offered}
          error={faultAt(`keys.${key}`)}
          onChange={(text) =>
            onChange({ ...mapping, keys: { ...keys, [key]: text === '' ? null : text } })
          }
        />
      ))}
    </div>
  );
}

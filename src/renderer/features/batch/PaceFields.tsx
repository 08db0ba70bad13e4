import { type ReactNode, useState } from 'react';

import { type BatchPace, batchPaceSchema } from '#shared/domain/batch.ts';

import { useSay } from '../../i18n/i18n.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Batch.module.css';

type Props = {
  readonly pace: BatchPace;
  /** Null: what is typed is no pace. */
  readonly onPace: (pace: BatchPace | null) => void;
};

const NAMES = ['atOnce', 'perMinute', 'pauseAfter'] as const;
type Texts = Readonly<Record<(typeof NAMES)[number], string>>;

/** How fast, and when it pauses by itself. */
export function PaceFields({ pace, onPace }: Props): ReactNode {
  const say = useSay();
  const [texts, setTexts] = useState<Texts>({
    atOnce: String(pace.atOnce),
    perMinute: String(pace.perMinute ?? ''),
    pauseAfter: String(pace.pauseAfter),
  });
  const read = readPace(texts);
  const change = (name: keyof Texts, text: string): void => {
    const next = { ...texts, [name]: text };
    setTexts(next);
    onPace(readPace(next).pace);
  };
  return (
    <div className={styles.pace}>
      {NAMES.map((name) => (
        <TextField
          key={name}
          id={`batch-${name}`}
          label={say(`batch.pace.${name}`)}
          inputMode="numeric"
          value={texts[name]}
          onText={(text) => change(name, text)}
          error={read.wrong.has(name) ? say(`batch.pace.${name}.wrong`) : null}
          {...(name === 'perMinute' ? { placeholder: say('batch.pace.perMinute.none') } : {})}
        />
      ))}
    </div>
  );
}

function readPace(texts: Texts): {
  readonly pace: BatchPace | null;
  readonly wrong: ReadonlySet<string>;
} {
  const parsed = batchPaceSchema.safeParse({
    atOnce: numberOf(texts.atOnce),
    perMinute: texts.perMinute.trim() === '' ? null : numberOf(texts.perMinute),
    pauseAfter: numberOf(texts.pauseAfter),
  });
  if (parsed.success) return { pace: parsed.data, wrong: new Set() };
  return { pace: null, wrong: new Set(parsed.error.issues.map(({ path }) => String(path[0]))) };
}

/** Not a number where it has anything but digits: the schema refuses it. */
function numberOf(text: string): number {
  return /^[0-9]{1,6}$/u.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

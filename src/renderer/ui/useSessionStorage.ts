import { useCallback, useState } from 'react';
import type { z } from 'zod';

/** State that survives a reload of this tab, but not the tab. The schema parses the stored value and has a default for a missing or wrong one. */
export function useSessionStorage<T>(
  key: string,
  schema: z.ZodCatch<z.ZodType<T>>,
): readonly [T, (to: T) => void] {
  const [value, setValue] = useState(() => schema.parse(readFrom(key)));
  const keep = useCallback(
    (to: T) => {
      setValue(to);
      sessionStorage.setItem(key, JSON.stringify(to));
    },
    [key],
  );
  return [value, keep];
}

function readFrom(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

import { useEffect, useState } from 'react';

/** True once something has lasted so long. */
export function useLasting(isOn: boolean, forMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setLasting(true), forMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isOn, forMs]);
  return lasting;
}

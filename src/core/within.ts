type Limit = { readonly ms?: number; readonly signal?: AbortSignal };

const LATE = Symbol('late');

/**
 * The work's value, or `late()` where it has not ended after `ms` or before the signal is aborted. The work itself goes on; its
 * rejection after that is answered for.
 */
export async function within<T, L>(
  work: Promise<T>,
  { ms, signal }: Limit,
  late: () => L,
): Promise<T | L> {
  let giveUp: () => void = () => undefined;
  const given = new Promise<typeof LATE>((resolve) => {
    giveUp = () => resolve(LATE);
  });
  const timer = ms === undefined ? undefined : setTimeout(giveUp, ms);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted === true) giveUp();
  try {
    const first = await Promise.race([given, work]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

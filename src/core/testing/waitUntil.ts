const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** Looks again and again until there is something. */
export async function waitUntil<T>(look: () => T | null, leftMs = PATIENCE_MS): Promise<T> {
  const found = look();
  if (found !== null) return found;
  if (leftMs <= 0) throw new Error(`Nothing within ${PATIENCE_MS} ms`);
  await new Promise((resolve) => {
    setTimeout(resolve, LOOK_EVERY_MS);
  });
  return waitUntil(look, leftMs - LOOK_EVERY_MS);
}

const PATIENCE_MS = 60_000;
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

/** A gate that the test opens. */
export function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

/** As core's: no room that both may import knows timers. The work goes on; its rejection after the deadline is answered for. */
export async function within<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    const ended = work.then((value) => ({ value }));
    const first = await Promise.race([ended, deadline]);
    return first === null ? late() : first.value;
  } finally {
    clearTimeout(timer);
  }
}

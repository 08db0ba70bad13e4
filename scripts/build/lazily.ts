/**
 * Something that is made when it is first asked for anything; until then there is only this. Nothing is written to it but by
 * itself, so forwarding what is read is enough.
 */
export function lazily(make: () => object): object {
  let made: object | null = null;
  const itself = (): object => (made ??= make());
  return new Proxy(
    {},
    {
      // Of itself: what it was made with may be kept under it.
      get: (_, key): unknown => Reflect.get(itself(), key),
      set: (_, key, value) => Reflect.set(itself(), key, value),
      has: (_, key) => Reflect.has(itself(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(itself()),
    },
  );
}

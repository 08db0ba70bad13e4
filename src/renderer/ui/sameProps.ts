/** Whether a part would be drawn the same: values one by one, lists by what is in them. */
export function sameProps(left: object, right: object): boolean {
  const entries = Object.entries(left);
  return (
    entries.length === Object.keys(right).length &&
    entries.every(([name, value]) => isSame(value, Reflect.get(right, name)))
  );
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return left.length === right.length && left.every((item, place) => Object.is(item, right[place]));
}

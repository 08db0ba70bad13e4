/** The first `most` UTF-16 units of a text; one less where that would part a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? most - 1 : most);
}

/** The same, with an ellipsis where something was left out. */
export function clipText(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most)}…`;
}

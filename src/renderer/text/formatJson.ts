import { readJson } from '#shared/json/readJson.ts';

/** A string, a sign of structure, or a number or word between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

/** JSON with one value per line. Only space between values is changed; a text that is not JSON stays as it is. */
export function formatJson(text: string): string {
  if (!readJson(text, 'rounded').ok) return text;
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return tokens
    .map((token, at) => {
      if (token === ',') return `,${line()}`;
      if (token === ':') return ': ';
      if (token === '{' || token === '[') {
        depth += 1;
        return isEnd(tokens[at + 1]) ? token : `${token}${line()}`;
      }
      if (!isEnd(token)) return token;
      depth -= 1;
      return isStart(tokens[at - 1]) ? token : `${line()}${token}`;
    })
    .join('');
}

const isStart = (token: string | undefined): boolean => token === '{' || token === '[';
const isEnd = (token: string | undefined): boolean => token === '}' || token === ']';

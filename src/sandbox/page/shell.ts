import { TEST_NOTICE } from '../paymentData.ts';
import { LANGUAGES, LANGUAGE_NAMES } from './language.ts';
import { Markup, markup } from './markup.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import type { Voice } from './view.ts';

type Inside = {
  readonly title: string;
  readonly content: Markup;
  readonly foot?: Markup;
  /** Keeps the step when the language changes. */
  readonly here?: string;
};

/** What is around every page. */
export function shell(voice: Voice, inside: Inside): string {
  const { language, text } = voice;
  const { title, content, foot = null, here = '?' } = inside;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<title>${TEST_NOTICE} · ${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header class="notice"><strong>${TEST_NOTICE}</strong> ${text.notice}</header>
<main>
${languages(voice, here)}
${content}
</main>
<footer>
<p><b>${text.extension}.</b> ${text.extensionHint(voice.states.join(', '))}</p>
${foot}
</footer>
</body>
</html>
`.text;
}

function languages({ language, text }: Voice, here: string): Markup {
  const links = LANGUAGES.map((other) => {
    const name = LANGUAGE_NAMES[other];
    if (other === language) return markup`<b lang="${other}" aria-current="true">${name}</b>`;
    return markup`<a href="${here}lang=${other}" lang="${other}" hreflang="${other}">${name}</a>`;
  });
  return markup`<nav class="languages" aria-label="${text.language}">${links}</nav>`;
}

import { TEST_NOTICE } from '../paymentData.ts';
import { LANGUAGES, LANGUAGE_NAMES } from './language.ts';
import { Markup, markup } from './markup.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import type { Voice } from './view.ts';

/** What is around every page. `here` keeps the step when the language changes. */
export function shell(voice: Voice, title: string, content: Markup, here = '?'): string {
  const { language, text } = voice;
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
<main>${content}</main>
<footer>
<p class="extension"><b>${text.extension}.</b> ${text.extensionHint(voice.states.join(', '))}</p>
${languages(voice, here)}
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

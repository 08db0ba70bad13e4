import { type Host, findHost } from './client/host.ts';
import { languageOf, loadWords } from './i18n/loadWords.ts';
import { readyFonts } from './ui/readyFonts.ts';
import { refuseMarkup } from './trustedTypes.ts';

// Before anything is drawn.
refuseMarkup();

// A script that does not load cannot report it: the words for it are in the page itself.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) sayNotLoaded();
  },
  { capture: true },
);

refuseDrops(window);

/** A script of its own, small, and so it runs at once: the host is asked while the app's code is still being read. */
export const host: Promise<Host> = findHost();

const language = languageOf(document.documentElement.lang);

void Promise.all([loadWords(language), loadChosenWords()]).catch(() => {
  // The screen asks again and reports the failure.
});

void readyFonts(document, language).catch(() => {
  // Drawn in another font then.
});

/** The page says what was chosen when it was sent; another page may have chosen since. */
async function loadChosenWords(): Promise<void> {
  const found = await host;
  const first = found.kind === 'none' ? null : await found.first;
  if (first !== null) await loadWords(first.settings.language);
}

export function sayNotLoaded(): void {
  document.getElementById('not-loaded')?.removeAttribute('hidden');
}

/**
 * A link or a file that is dropped on a page takes the page's place, or opens another beside it, without a question. Only a box takes
 * something, as text; a place that wants files says so itself before it comes to this.
 */
function refuseDrops(page: Window): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || isText(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

function isText({ target, dataTransfer }: DragEvent): boolean {
  const isBox = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isBox && dataTransfer?.types.includes('Files') === false;
}

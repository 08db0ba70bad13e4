import type { Language } from '../i18n/i18n.ts';

const TEXT = '"Inter Variable"';
const FIGURES = '"JetBrains Mono Variable"';

/** What the first frame is written in. */
export const FIRST_FACES: readonly string[] = [
  `400 14px ${TEXT}`,
  `550 14px ${TEXT}`,
  `650 14px ${TEXT}`,
  `400 12px ${TEXT}`,
  `550 12px ${TEXT}`,
  `650 12px ${TEXT}`,
  `550 13px ${TEXT}`,
  `550 16px ${TEXT}`,
  `650 18px ${TEXT}`,
  `400 12px ${FIGURES}`,
];

/** Letters of one file of a font each. */
const SAMPLES: Readonly<Record<Language, string>> = { en: 'Aa 0', ru: 'Aa 0 Яя' };

/**
 * A browser asks the system about every weight and size of a font when something is first written in it, one after another, and
 * draws nothing meanwhile. So each is written once, unseen, while the app's code is still being read.
 */
export async function readyFonts(page: Document, language: Language): Promise<void> {
  const sample = SAMPLES[language];
  const families = [TEXT, FIGURES];
  await Promise.all(families.map((family) => page.fonts.load(`400 14px ${family}`, sample)));
  const lines = FIRST_FACES.map((face) => {
    const line = page.createElement('p');
    line.style.font = face;
    line.textContent = sample;
    return line;
  });
  const unseen = page.createElement('div');
  unseen.className = 'outline-fonts';
  unseen.append(...lines);
  page.body.append(unseen);
  // Asking where it stands has it laid out at once.
  unseen.getBoundingClientRect();
  unseen.remove();
}

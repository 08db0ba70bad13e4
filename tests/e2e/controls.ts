import type { Page } from '@playwright/test';

/** WCAG 2.2: what is pressed is at least this high and wide. A link inside a sentence is not. */
const SMALLEST_PX = 24;
/** WCAG 2.1: what shows where an input is, against what is around it. */
const LEAST_CONTRAST = 3;

/** What is wrong with the controls on the screen: outside of the window, too small to press, a frame too faint to see. */
export function controlFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(gatherFaults, { smallest: SMALLEST_PX, least: LEAST_CONTRAST });
}

type Bounds = { readonly smallest: number; readonly least: number };

/** Runs in the page. */
function gatherFaults({ smallest, least }: Bounds): readonly string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colourOf = (css: string): readonly number[] => {
    if (canvas === null) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (rgb: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgb
      .map((value) => value / 255)
      .map((share) => (share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const around = (element: Element | null): Element[] =>
    element === null ? [] : [element, ...around(element.parentElement)];
  const groundOf = (element: Element | null): readonly number[] =>
    around(element)
      .map((at) => colourOf(getComputedStyle(at).backgroundColor))
      .find(([, , , alpha = 0]) => alpha > 250) ?? [255, 255, 255];
  const name = (element: Element): string => element.outerHTML.slice(0, 110);

  const outside = (element: Element, box: DOMRect): boolean => {
    const isScrolled = around(element.parentElement).some(
      (at) => at.localName !== 'main' && /auto|scroll/u.test(getComputedStyle(at).overflowX),
    );
    return !isScrolled && (box.right > innerWidth + 1 || box.left < -1);
  };
  const isFaint = (input: Element): boolean => {
    const framed = around(input).find(
      (at) => Number.parseFloat(getComputedStyle(at).borderTopWidth) > 0,
    );
    if (framed === undefined) return true;
    const shades = [
      luminance(colourOf(getComputedStyle(framed).borderTopColor)),
      luminance(groundOf(framed.parentElement)),
    ];
    return (Math.max(...shades) + 0.05) / (Math.min(...shades) + 0.05) < least;
  };

  return [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary'),
  ].flatMap((element) => {
    const isTick = element.matches('[type=checkbox], [type=radio]');
    const box = ((isTick ? element.closest('label') : null) ?? element).getBoundingClientRect();
    const style = getComputedStyle(element);
    const isSeen = box.width > 2 && box.height > 2 && style.visibility !== 'hidden';
    // Until it has the focus it is above the window.
    if (!isSeen || box.bottom < 0) return [];
    const isInText = element.matches('a') && style.display === 'inline';
    // A column of the chart is one stop with arrow keys, as high as the chart; the days above it open the same requests.
    const isColumn = element.matches('[data-at]');
    const isSmall = Math.min(box.width, box.height) < smallest - 0.5 && !isInText && !isColumn;
    const isInput = element.matches('input, select, textarea') && !isTick;
    return [
      ...(outside(element, box) ? [`outside: ${name(element)}`] : []),
      ...(isSmall ? [`${box.width} × ${box.height}: ${name(element)}`] : []),
      ...(isInput && isFaint(element) ? [`faint frame: ${name(element)}`] : []),
    ];
  });
}

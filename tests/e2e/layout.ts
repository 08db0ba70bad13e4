import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

/** Left, top, right and bottom in the window's pixels. */
const rectSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly();
type Rect = z.infer<typeof rectSchema>;

/** One piece of text on the screen, and what could hide a part of it. */
const seenSchema = z.object({
  text: z.string(),
  /** Which element it stands in, and what scrolls or floats as one with it: only within that can two texts be in each other's way. */
  element: z.number(),
  layer: z.number(),
  lines: z.array(rectSchema).readonly(),
  /** The box it should be in. */
  box: rectSchema,
  /** What lies outside these is not drawn; `told`: it ends in dots, and the whole of it can be had. */
  cuts: z.array(z.object({ rect: rectSchema, told: z.boolean(), own: z.boolean() })).readonly(),
});
type Seen = z.infer<typeof seenSchema>;

const gatheredSchema = z.object({ seen: z.array(seenSchema), sideways: z.array(z.string()) });

/** Hairs of a pixel, and the space above and below the letters of a line. */
const SLACK_PX = 1.5;
const OVERLAP_PX = { across: 2, down: 5 } as const;

/**
 * What is wrong with the layout of what is on the screen, below the fold too: text that is cut off without a way to read it, that
 * spills out of its box or lies over another one, and a page that must be scrolled sideways.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  const { seen, sideways } = gatheredSchema.parse(JSON.parse(await page.evaluate(gather)));
  return [...sideways, ...seen.flatMap(cutOf), ...overlapsOf(seen)];
}

export async function expectGoodLayout(page: Page): Promise<void> {
  expect(await layoutFaults(page)).toEqual([]);
}

function cutOf({ text, lines, box, cuts }: Seen): readonly string[] {
  const cut = cuts.find(({ rect, own }) => own || lines.some((line) => isOutside(line, rect)));
  if (cut !== undefined) return cut.told ? [] : [`cut off: "${text}"`];
  return lines.some((line) => line[2] > box[2] + SLACK_PX || line[0] < box[0] - SLACK_PX)
    ? [`spills out of its box: "${text}"`]
    : [];
}

function isOutside(line: Rect, rect: Rect): boolean {
  return (
    line[0] < rect[0] - SLACK_PX ||
    line[2] > rect[2] + SLACK_PX ||
    // A line's box is higher than its letters.
    line[1] < rect[1] - OVERLAP_PX.down ||
    line[3] > rect[3] + OVERLAP_PX.down
  );
}

function overlapsOf(seen: readonly Seen[]): readonly string[] {
  const lines = seen.flatMap(({ text, element, layer, lines: own, cuts }) =>
    own.map((rect) => ({ text, element, layer, rect: visiblePart(rect, cuts) })),
  );
  const sorted = lines.toSorted((a, b) => a.rect[1] - b.rect[1]);
  return sorted.flatMap((one, at) => {
    const found: string[] = [];
    for (const other of sorted.slice(at + 1)) {
      if (other.rect[1] > one.rect[3]) break;
      const isApart = other.layer !== one.layer || other.element === one.element;
      if (!isApart && areOver(one.rect, other.rect)) {
        found.push(`"${one.text}" and "${other.text}" lie over each other`);
      }
    }
    return found;
  });
}

function visiblePart(line: Rect, cuts: Seen['cuts']): Rect {
  return cuts.reduce<Rect>(
    ([left, top, right, bottom], { rect }) => [
      Math.max(left, rect[0]),
      Math.max(top, rect[1]),
      Math.min(right, rect[2]),
      Math.min(bottom, rect[3]),
    ],
    line,
  );
}

function areOver(a: Rect, b: Rect): boolean {
  const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const down = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return across > OVERLAP_PX.across && down > OVERLAP_PX.down;
}

/**
 * Runs in the page: measures, and judges nothing. Its answer is text, because Playwright packs every number of an object by itself:
 * for the Log that took 150 ms of processor time in the page and here together, and the text takes 40 ms.
 */
function gather(): string {
  const ids = new Map<Element, number>();
  const idOf = (element: Element): number => {
    if (!ids.has(element)) ids.set(element, ids.size);
    return ids.get(element) ?? 0;
  };
  const rectOf = ({
    left,
    top,
    right,
    bottom,
  }: DOMRectReadOnly): [number, number, number, number] => [left, top, right, bottom];
  // Texts share most of the elements that they stand in: each is looked up once.
  const styled = new Map<Element, ReturnType<typeof lookUp>>();
  const lookUp = (at: Element) => {
    const style = getComputedStyle(at);
    const floats = style.position !== 'static' && style.zIndex !== 'auto';
    const scrolls = /auto|scroll/u.test(style.overflowX + style.overflowY) && at.clientHeight > 0;
    return {
      isUnseen: style.clipPath === 'inset(50%)',
      isBox: style.display !== 'inline' && style.display !== 'contents',
      isLayer: scrolls || style.position === 'fixed' || style.position === 'sticky' || floats,
      cuts: style.overflowX !== 'visible' || style.overflowY !== 'visible',
      ends: style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none',
    };
  };
  const styledOf = (at: Element): ReturnType<typeof lookUp> => {
    const known = styled.get(at) ?? lookUp(at);
    styled.set(at, known);
    return known;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen: Seen[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (
      holder === null ||
      node.textContent?.trim() === '' ||
      holder.closest('select, svg, .spoken') !== null
    )
      continue;
    if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(
      ({ width, height }) => width > 0 && height > 0,
    );
    const cuts: { rect: Rect; told: boolean; own: boolean }[] = [];
    let box: Element | null = null;
    let layer: Element | null = null;
    let isUnseen = lines.length === 0;
    for (let at: Element | null = holder; at !== null && layer === null; at = at.parentElement) {
      const own = styledOf(at);
      if (own.isUnseen) isUnseen = true;
      if (box === null && own.isBox) box = at;
      if (own.isLayer) layer = at;
      else if (own.cuts) {
        const isOwn =
          at === holder &&
          (at.scrollWidth > at.clientWidth + 1 || at.scrollHeight > at.clientHeight + 4);
        cuts.push({
          rect: rectOf(at.getBoundingClientRect()),
          told: own.ends && holder.closest('[title]') !== null,
          own: isOwn,
        });
      }
    }
    if (isUnseen) continue;
    const isWider =
      layer !== null && layer.localName !== 'main' && layer.scrollWidth > layer.clientWidth;
    seen.push({
      text: (node.textContent ?? '').trim().slice(0, 60),
      element: idOf(holder),
      layer: idOf(layer ?? document.body),
      lines: lines.map(rectOf),
      // What scrolls sideways by itself may be wider than its parts.
      box: isWider
        ? [-1e6, -1e6, 1e6, 1e6]
        : rectOf((box ?? document.body).getBoundingClientRect()),
      cuts,
    });
  }
  const roots = [
    document.documentElement,
    ...document.querySelectorAll('main, dialog, [role="dialog"]'),
  ];
  const sideways = roots
    .filter((at) => at.scrollWidth > at.clientWidth + 1)
    .map((at) => {
      const end = at.getBoundingClientRect().left + at.clientWidth * at.currentCSSZoom;
      const widest = [...at.querySelectorAll('*')].findLast(
        (inside) => inside.getBoundingClientRect().right > end + 1,
      );
      return `${at.localName} scrolls sideways, ${at.scrollWidth} in ${at.clientWidth}: ${widest?.outerHTML.slice(0, 120) ?? '?'}`;
    });
  return JSON.stringify({ seen, sideways });
}

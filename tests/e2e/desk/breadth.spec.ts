import { expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { controlFaults } from '../controls.ts';
import { test } from '../fixtures.ts';
import { expectGoodLayout, layoutFaults } from '../layout.ts';
import { callFromPage, choose, clipboardText, goTo } from '../steps.ts';

test(
  'a shift is handed over: text for a chat, a page for paper, another name from then on',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await callFromPage(page, 'log.loadSample', {});
    await goTo(page, '#/hand-over');
    const unknowns = page.getByRole('region', { name: /^Outcome unknown \d+$/u });
    // Which of the two it is, the hour of the sample decides.
    await expect(unknowns.getByRole('listitem').first()).toContainText(
      /Ask the provider|The provider called back about it/u,
    );
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect(page.getByText('Copied · checked')).toBeVisible();
    const text = await clipboardText(page);
    const order = await unknowns.getByRole('link').first().textContent();
    expect(text).toMatch(/^.+ hands over Sandbox\n/u);
    expect(text).toMatch(/\nOutcome unknown: \d+\n• /u);
    expect(text).toContain(`• ${order} · `);
    expect(text).toContain('\nRequested today\n');
    expect(text).not.toMatch(/received/iu);
    expect(text.length).toBeLessThanOrEqual(4096);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { name: 'Hand over', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    await page.getByRole('textbox', { name: 'Operator name' }).fill('Boris');
    await page.getByRole('button', { name: 'Hand over to Boris' }).click();
    await expect(page.getByText('Boris has the desk now.')).toBeVisible();
    await expect(page.getByText('Boris hands over Sandbox')).toBeVisible();
  },
);

test(
  'text of twice the size: no reload, and nothing is cut off or lies over another',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await callFromPage(page, 'log.loadSample', {});
    await goTo(page, '#/settings/desk');
    const before = await page.getByRole('heading', { level: 1 }).boundingBox();
    await choose(page, 'Text size', '200 %');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.height)
      .toBeCloseTo(2 * (before?.height ?? 0), 0);
    await expectGoodLayout(page);
    // The navigation has given its words away, as in a narrow window.
    await expect(page.getByRole('navigation').getByText('Overview')).toHaveCSS('width', '1px');
    for (const hash of ['#/log', '#/overview', '#/hand-over']) {
      await goTo(page, hash);
      await expect(page.getByRole('main')).toContainText(/RUB/u);
      await expectGoodLayout(page);
    }
    await goTo(page, '#/log');
    const days = page.getByRole('button', { name: 'Days', exact: true });
    await days.click();
    const [pill, panel] = await Promise.all([
      days.boundingBox(),
      page.getByRole('dialog', { name: 'Days' }).boundingBox(),
    ]);
    expect((panel?.y ?? 0) - (pill?.y ?? 0) - (pill?.height ?? 0)).toBeLessThan(40);
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(1440);
  },
);

/** What is wrong with one screen does not keep the others from being looked at. */
const softly = expect.configure({ soft: true });

test(
  'at 200 %: every control is inside the window, large enough to press, and its frame is seen in both themes',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    // What a browser of 1440 × 900 has when it enlarges everything twice.
    await page.setViewportSize({ width: 720, height: 450 });
    await callFromPage(page, 'log.loadSample', {});
    await callFromPage(page, 'issue.create', createInput({ customer: 'cust-200' }));
    for (const theme of ['light', 'dark']) {
      await callFromPage(page, 'settings.update', { theme });
      for (const [hash, shown] of [
        ['#/', 'cust-200'],
        ['#/log', 'cust-200'],
        ['#/overview', 'RUB'],
        ['#/batch', 'Choose file'],
        ['#/settings', 'Sandbox'],
      ] as const) {
        await goTo(page, hash);
        await expect(page.getByRole('main')).toContainText(shown);
        await softly.poll(() => controlFaults(page), { timeout: 5000 }).toEqual([]);
      }
    }
  },
);

const LINE = 'position: absolute; inset-inline-start: 10px; inline-size: 120px;';

test(
  'what measures the layout finds what it is there for, and nothing else',
  { tag: '@landing' },
  async ({ page }) => {
    const faultsOf = async (body: string): Promise<readonly string[]> => {
      await page.setContent(`<!doctype html><body style="font: 14px/20px sans-serif">${body}`);
      return layoutFaults(page);
    };
    const long = 'Longer than there is room for it';
    const cut = 'inline-size: 60px; overflow: hidden; white-space: nowrap;';
    expect(await faultsOf(`<p style="${cut}">${long}</p>`)).toEqual([`cut off: "${long}"`]);
    expect(await faultsOf(`<p style="${cut} text-overflow: ellipsis">${long}</p>`)).toHaveLength(1);
    expect(
      await faultsOf(`<p title="${long}" style="${cut} text-overflow: ellipsis">${long}</p>`),
    ).toEqual([]);
    expect(
      await faultsOf(
        `<p style="block-size: 20px; inline-size: 60px; overflow: hidden">${long}</p>`,
      ),
    ).toHaveLength(1);
    expect(await faultsOf(`<p style="inline-size: 60px; white-space: nowrap">${long}</p>`)).toEqual(
      [`spills out of its box: "${long}"`],
    );
    expect(
      await faultsOf(
        `<p style="${LINE} inset-block-start: 10px">One</p><p style="${LINE} inset-block-start: 14px">Two</p>`,
      ),
    ).toEqual(['"One" and "Two" lie over each other']);
    expect(
      await faultsOf(
        `<p>One</p><p>Two</p><div style="overflow: auto; inline-size: 90px"><pre>${long}</pre></div>`,
      ),
    ).toEqual([]);
    expect(await faultsOf('<p style="inline-size: 3000px">Wide</p>')).toEqual([
      expect.stringContaining('html scrolls sideways'),
    ]);
  },
);

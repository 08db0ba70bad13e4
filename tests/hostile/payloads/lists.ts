import { LOG_COLUMNS } from '../../../src/shared/domain/logSearch.ts';
import { field, goTo } from '../../e2e/steps.ts';
import { type Walk, expectNothing, expectShown } from './look.ts';
import { EVERY, customerOf, marked, orderOf, refusedOrderOf, unknownOrderOf } from './marked.ts';
import { PAYLOADS } from './payloads.ts';

const every = (name: string, places: readonly number[]): readonly string[] =>
  places.map((at) => marked(name, at));

/** Every column, every payload searched for, every name that can be filtered or looked by. */
export async function log(walk: Walk): Promise<void> {
  const { desk, ofRequests, ofOthers } = walk;
  const columns = LOG_COLUMNS.map((key) => ({ key, width: null }));
  await desk.ask('settings.update', { logTable: { columns, density: 'compact' } });
  await goTo(desk.page, '#/log');
  const box = desk.page.getByRole('searchbox').first();
  await box.waitFor();
  for (const at of ofRequests) {
    await box.fill(PAYLOADS[at] ?? '');
    const orders = [orderOf(at), refusedOrderOf(at), unknownOrderOf(at), customerOf(at)];
    const words = ['ph', 'type', 'st', 'op', 'rid'].map((name) => marked(name, at));
    await expectShown(walk, 'Log, searched', [...orders, ...words]);
  }
  await box.fill('');
  const menus = [
    ['Views', every('view', ofOthers)],
    ['Type', every('type', ofRequests)],
    ['More filters', [...every('op', ofRequests), ...every('st', ofRequests)]],
  ] as const;
  for (const [name, texts] of menus) {
    // What is chosen stands after the name.
    const pill = { name: new RegExp(`^${name}\\b`, 'u') };
    await desk.page.getByRole('main').getByRole('button', pill).first().click();
    await expectShown(walk, `Log, ${name}`, texts);
    await desk.page.keyboard.press('Escape');
  }
}

/** What fills the form, and who is suggested for it. */
export async function form(walk: Walk): Promise<void> {
  const { ofRequests } = walk;
  const { page } = walk.desk;
  await goTo(page, '#/');
  await expectShown(walk, 'types of the form', every('type', EVERY));
  const customer = field(page, 'Customer');
  for (const at of ofRequests) {
    await customer.fill(PAYLOADS[at] ?? '');
    await expectShown(walk, 'suggested customers', [customerOf(at)]);
  }
  await customer.fill('');
}

/** The office's wordings, each with its example. */
export async function wordings(walk: Walk): Promise<void> {
  const { page } = walk.desk;
  await goTo(page, '#/settings/messages');
  await expectShown(walk, 'types of the wordings', every('type', walk.ofRequests));
  for (const at of walk.ofRequests) {
    await page.getByRole('combobox', { name: 'Payment type' }).selectOption(marked('type', at));
    await expectShown(walk, 'a wording', [marked('t', at)]);
  }
}

export async function palette(walk: Walk): Promise<void> {
  const { page } = walk.desk;
  await goTo(page, '#/');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox').first();
  await box.waitFor();
  for (const at of walk.ofOthers) {
    await box.fill(PAYLOADS[at] ?? '');
    await expectShown(walk, 'palette', [PAYLOADS[at] ?? '']);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expectNothing(walk, 'palette');
}

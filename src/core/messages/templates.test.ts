import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import type { Template } from '#shared/domain/template.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createTemplates } from './templates.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryDir();
});
const files = () => createJsonFiles(new Date(), () => undefined);

function templateOf(overrides: Partial<Template> = {}): Template {
  return {
    id: randomUUID(),
    language: 'ru',
    channel: 'telegram',
    paymentType: null,
    text: 'Переведите {amount}',
    ...overrides,
  };
}

describe('templates', () => {
  const open = () => createTemplates({ dataDir, files: files() });

  it('are there after a restart, and no other account can read them', () => {
    const one = templateOf();
    open().save(one);
    expect(open().list()).toEqual([one]);
    expect(statSync(join(dataDir, 'templates.json')).mode & 0o077).toBe(0);
  });

  it('that cannot be read are set aside, not overwritten', () => {
    const file = join(dataDir, 'templates.json');
    writeFileSync(file, '{"version":1,"templates":[{"text":"cut o');
    const own = files();
    expect(createTemplates({ dataDir, files: own }).list()).toEqual([]);
    expect(readFileSync(own.setAside()[0]?.movedTo ?? '', 'utf8')).toContain('cut o');
    expect(existsSync(file)).toBe(false);
  });

  it('are one for each language, channel and payment type', () => {
    const templates = open();
    const general = templateOf();
    const special = templateOf({ paymentType: 'sbp' });
    templates.save(general);
    templates.save(special);
    const again = templateOf({ text: 'Сумма: {amount}' });
    expect(templates.save(again)).toEqual({ ok: true, value: [again, special] });
    // One by its id and another by what it is for.
    const both = { ...special, paymentType: null };
    expect(templates.save(both)).toEqual({ ok: true, value: [both] });
    expect(open().list()).toEqual([both]);
    expect(open().remove(both.id)).toEqual([]);
  });

  it('of a receipt stands beside the one that asks to pay', () => {
    const pays = templateOf();
    const receipt = templateOf({ purpose: 'receipt', text: 'Спасибо за {amount}' });
    open().save(pays);
    expect(open().save(receipt)).toEqual({ ok: true, value: [pays, receipt] });
    const again = templateOf({ purpose: 'receipt', text: 'Спасибо' });
    expect(open().save(again)).toEqual({ ok: true, value: [pays, again] });
  });

  it('are three hundred at most, and the last one can still be changed', () => {
    const all = Array.from({ length: 300 }, (_, at) => templateOf({ paymentType: `type-${at}` }));
    writeFileSync(join(dataDir, 'templates.json'), JSON.stringify({ version: 1, templates: all }));
    expect(open().save(templateOf())).toMatchObject({ error: { code: 'template_limit' } });
    expect(open().save(templateOf({ paymentType: 'type-7' }))).toMatchObject({ ok: true });
    expect(open().list()).toHaveLength(300);
  });
});

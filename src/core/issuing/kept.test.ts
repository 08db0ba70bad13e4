import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import type { Preset } from '#shared/domain/preset.ts';
import type { Template } from '#shared/domain/template.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createPresets } from './presets.ts';
import { createTemplates } from '../messages/templates.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryDir();
});
const files = () => createJsonFiles(new Date(), () => undefined);

function presetOf(overrides: Partial<Preset> = {}): Preset {
  return {
    id: randomUUID(),
    name: 'Evening',
    profileId: null,
    flow: 'create',
    texts: { cents: '1500', currency: 'RUB', payment_type: 'sbp', customer: '' },
    digit: null,
    ...overrides,
  };
}

describe('presets', () => {
  const open = () => createPresets({ dataDir, files: files() });

  it('are there after a restart, in their order, and nobody else can read them', () => {
    const presets = open();
    const [one, other] = [presetOf(), presetOf({ name: 'Morning' })];
    presets.save(one);
    presets.save(other);
    const renamed = { ...one, name: 'Night' };
    expect(presets.save(renamed)).toEqual({ ok: true, value: [renamed, other] });
    expect(open().list()).toEqual([renamed, other]);
    expect(statSync(join(dataDir, 'presets.json')).mode & 0o077).toBe(0);
    expect(open().remove(one.id)).toEqual([other]);
    expect(open().remove(one.id)).toEqual([other]);
  });

  it('have one digit each: the last one who asked for it has it', () => {
    const presets = open();
    const [one, other] = [presetOf({ digit: 1 }), presetOf({ digit: 2 })];
    presets.save(one);
    presets.save(other);
    expect(presets.save({ ...other, digit: 1 })).toEqual({
      ok: true,
      value: [
        { ...one, digit: null },
        { ...other, digit: 1 },
      ],
    });
    // A preset without a digit takes no digit from another.
    presets.save(presetOf());
    expect(open().list()[1]?.digit).toBe(1);
  });

  it('are sixty at most, and the sixtieth can still be changed', () => {
    const all = Array.from({ length: 60 }, () => presetOf());
    writeFileSync(join(dataDir, 'presets.json'), JSON.stringify({ version: 1, presets: all }));
    expect(open().save(presetOf())).toMatchObject({ ok: false, error: { code: 'preset_limit' } });
    const [last = presetOf()] = all.slice(-1);
    expect(open().save({ ...last, name: 'Changed' })).toMatchObject({ ok: true });
    expect(open().list()).toHaveLength(60);
  });

  it('that cannot be read are set aside, not overwritten', () => {
    const file = join(dataDir, 'presets.json');
    writeFileSync(file, '{"version":1,"presets":[{"name":"cut o');
    const own = files();
    expect(createPresets({ dataDir, files: own }).list()).toEqual([]);
    expect(readFileSync(own.setAside()[0]?.movedTo ?? '', 'utf8')).toContain('cut o');
    expect(existsSync(file)).toBe(false);
  });
});

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

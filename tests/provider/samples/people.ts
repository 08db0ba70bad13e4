import { type Dice, createDice } from '#core/log/sample/dice.ts';
import type { Customer } from '#core/log/sample/story.ts';

export type Country = 'RU' | 'UZ' | 'KZ' | 'TJ';

type Names = { readonly given: readonly string[]; readonly family: readonly string[] };
type Script = { readonly latin: Names; readonly cyrillic: Names };

const RUSSIAN: Script = {
  latin: {
    given: ['Ivan', 'Anna', 'Sergey', 'Maria', 'Dmitry', 'Elena', 'Alexey', 'Olga', 'Pavel'],
    family: ['Petrov', 'Smirnov', 'Kuznetsov', 'Sokolov', 'Lebedev', 'Novikov', 'Morozov'],
  },
  cyrillic: {
    given: ['Иван', 'Анна', 'Сергей', 'Мария', 'Дмитрий', 'Елена', 'Алексей', 'Ольга', 'Пётр'],
    family: ['Петренко', 'Смирных', 'Кузнецов', 'Соколовских', 'Лебедев', 'Новикова', 'Щербак'],
  },
};
const TURKIC: Script = {
  latin: {
    given: ['Dilshod', 'Aigerim', 'Rustam', 'Nodira', 'Jasur', 'Madina', 'Timur', 'Zarina'],
    family: ['Rakhimov', 'Karimova', 'Yusupov', 'Nazarov', 'Abdullaeva', 'Ergashev', 'Tursunov'],
  },
  cyrillic: {
    given: ['Дилшод', 'Айгерим', 'Рустам', 'Нодира', 'Жасур', 'Мадина', 'Тимур', 'Зарина'],
    family: ['Рахимов', 'Каримова', 'Юсупов', 'Назаров', 'Абдуллаева', 'Эргашев', 'Турсунов'],
  },
};

/** Where no area code can be: none begins with 0 in these numbering plans (the sandbox's own rule, for every country). */
const PHONE_PREFIX: Readonly<Record<Country, readonly [code: string, area: string]>> = {
  RU: ['+7', '000'],
  KZ: ['+7', '000'],
  UZ: ['+998', '00'],
  TJ: ['+992', '00'],
};

/** The same customer every time: one who comes back has the same name and number. */
export function customerOf(seed: number, country: Country, index: number): Customer {
  const dice = createDice(Math.imul(seed ^ index, 0x85eb_ca6b) ^ country.charCodeAt(0));
  return { customer: nameOf(dice, country, index), phone: phoneOf(dice, country) };
}

function nameOf(dice: Dice, country: Country, index: number): string {
  const script = country === 'RU' ? RUSSIAN : TURKIC;
  const { given, family } = dice.isHit(0.45) ? script.cyrillic : script.latin;
  const [first, last] = [dice.pick(given), dice.pick(family)];
  const latin = `${dice.pick(script.latin.given)}.${dice.pick(script.latin.family)}`.toLowerCase();
  switch (dice.below(8)) {
    case 0:
    case 1:
      return `cust-${10_000 + index}`;
    case 2:
      return `${latin}@example.com`;
    case 3:
      return `@${latin.replace('.', '_')}${dice.below(100)}`;
    case 4:
      return `player_${dice.digits(6)}`;
    case 5:
      return `${last} ${first}`;
    case 6:
      return `${first} ${last.charAt(0)}. (${dice.digits(4)})`;
    default:
      return `${first} ${last} ${dice.below(90) + 10}`;
  }
}

function phoneOf(dice: Dice, country: Country): string | null {
  if (dice.isHit(0.35)) return null;
  const [code, area] = PHONE_PREFIX[country];
  const digits = dice.digits(7);
  if (!dice.isHit(0.2)) return `${code}${area}${digits}`;
  // People paste numbers as they found them.
  return `${code} (${area}) ${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
}

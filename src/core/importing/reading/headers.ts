import { BATCH_FIELDS, type BatchField, type Mapping } from '#shared/domain/importing.ts';

/** What the columns of a request are called, in English, Russian and Uzbek. Compared without case, blanks and punctuation. */
const SYNONYMS: Readonly<Record<BatchField, readonly string[]>> = {
  amount: [
    'amount',
    'sum',
    'total',
    'price',
    'value',
    'deposit',
    'deposit amount',
    'amount to pay',
    'сумма',
    'сумма платежа',
    'сумма к оплате',
    'сумма пополнения',
    'сумма депозита',
    'итого',
    'к оплате',
    'размер платежа',
    'summa',
    "to'lov summasi",
    "to'lov",
    'miqdor',
    'miqdori',
    'jami',
    'сўмма',
    'тўлов суммаси',
    'миқдор',
    'жами',
  ],
  currency: [
    'currency',
    'currency code',
    'ccy',
    'cur',
    'валюта',
    'код валюты',
    'валюта платежа',
    'valyuta',
    'valyuta kodi',
    'валюта коди',
  ],
  payment_type: [
    'payment type',
    'payment method',
    'method',
    'type',
    'pay type',
    'paymenttype',
    'тип',
    'тип платежа',
    'тип оплаты',
    'способ оплаты',
    'способ платежа',
    'метод',
    'метод оплаты',
    'способ',
    "to'lov turi",
    "to'lov usuli",
    'usul',
    'turi',
    'тўлов тури',
    'тўлов усули',
  ],
  customer: [
    'customer',
    'customer id',
    'customer name',
    'client',
    'client id',
    'player',
    'player id',
    'user',
    'user id',
    'login',
    'account',
    'payer',
    'клиент',
    'ид клиента',
    'id клиента',
    'номер клиента',
    'имя клиента',
    'покупатель',
    'плательщик',
    'игрок',
    'id игрока',
    'логин',
    'пользователь',
    'заказчик',
    'mijoz',
    'mijoz id',
    "to'lovchi",
    'foydalanuvchi',
    'haridor',
    'xaridor',
    'мижоз',
    'харидор',
    'тўловчи',
  ],
  order_id: [
    'order',
    'order id',
    'order number',
    'order no',
    'invoice',
    'invoice id',
    'external id',
    'reference',
    'ref',
    'transaction id',
    'заказ',
    'номер заказа',
    '№ заказа',
    'ид заказа',
    'id заказа',
    'заявка',
    'номер заявки',
    'счет',
    'номер счета',
    'номер операции',
    'внешний id',
    'buyurtma',
    'buyurtma raqami',
    'buyurtma id',
    'ariza raqami',
    'буюртма',
    'буюртма рақами',
  ],
  customer_phone_number: [
    'phone',
    'phone number',
    'customer phone',
    'customer phone number',
    'mobile',
    'mobile phone',
    'tel',
    'telephone',
    'телефон',
    'номер телефона',
    'телефон клиента',
    'мобильный',
    'моб телефон',
    'тел',
    'telefon',
    'telefon raqami',
    'mijoz telefoni',
    'телефон рақами',
  ],
  callback_url: [
    'callback url',
    'callback',
    'notify url',
    'webhook',
    'адрес уведомлений',
    'адрес callback',
    'url уведомлений',
    'xabarnoma manzili',
  ],
  success_url: [
    'success url',
    'return url',
    'url успеха',
    'адрес успеха',
    'адрес после оплаты',
    'muvaffaqiyat manzili',
  ],
  reject_url: [
    'reject url',
    'fail url',
    'failure url',
    'url отказа',
    'адрес отказа',
    'rad etish manzili',
  ],
  note: [
    'note',
    'notes',
    'comment',
    'comments',
    'remark',
    'description',
    'примечание',
    'комментарий',
    'заметка',
    'описание',
    'назначение',
    'izoh',
    'eslatma',
    'изоҳ',
    'эслатма',
  ],
};

/** `Amount (RUB)`, `Сумма, руб.`: the unit behind the name says nothing about the field. */
const UNIT = /\s*(?:\([^)]*\)|\[[^\]]*\]|,.*)\s*$/u;

function plainHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}№]/gu, '');
}

/** The fields that some cells name. */
export type FieldsIn = (headers: readonly string[]) => object;
type ColumnsOf<F extends string> = Partial<
  Record<F, { readonly from: 'column'; readonly column: number }>
>;

/**
 * Columns by their headers; each field is also known by its own name. The first column of each: a file may have the amount once
 * as asked for and once as paid.
 */
export function fieldsByNames<F extends string>(
  fields: readonly F[],
  synonyms: Readonly<Record<F, readonly string[]>>,
): (headers: readonly string[]) => ColumnsOf<F> {
  const known: ReadonlyMap<string, F> = new Map(
    fields.flatMap((field) =>
      [field, ...synonyms[field]].map((name) => [plainHeader(name), field] as const),
    ),
  );
  const fieldOf = (header: string): F | null =>
    known.get(plainHeader(header)) ?? known.get(plainHeader(header.replace(UNIT, ''))) ?? null;
  return (headers) => {
    const mapping: ColumnsOf<F> = {};
    for (const [column, header] of headers.entries()) {
      const field = fieldOf(header);
      if (field !== null) mapping[field] ??= { from: 'column', column };
    }
    return mapping;
  };
}

export const mappingByHeaders: (headers: readonly string[]) => Mapping = fieldsByNames(
  BATCH_FIELDS,
  SYNONYMS,
);

/** Among the first rows the one with the most fields that are known by name; `at` is -1 where no row has any. */
export function mostKnownHeaders(
  rows: readonly (readonly string[])[],
  fieldsIn: FieldsIn = mappingByHeaders,
): {
  readonly at: number;
  readonly known: number;
} {
  let best = { at: -1, known: 0 };
  for (const [at, cells] of rows.entries()) {
    const known = Object.keys(fieldsIn(cells)).length;
    if (known > best.known) best = { at, known };
  }
  return best;
}

/** ISO 4217: how many decimals a currency has, where that is not two. The document's own currencies have two. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...codes('BHD IQD JOD KWD LYD OMR TND', 3),
  ...codes('CLF UYW', 4),
]);

function codes(list: string, exponent: number): readonly (readonly [string, number])[] {
  return list.split(' ').map((code) => [code, exponent] as const);
}

export function exponentOf(currency: string): number {
  return EXPONENTS.get(currency.toUpperCase()) ?? 2;
}

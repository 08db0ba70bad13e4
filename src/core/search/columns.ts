type SqlType = 'INTEGER' | 'INTEGER NOT NULL' | 'TEXT' | 'TEXT NOT NULL';
type Columns = Readonly<Record<string, SqlType>>;

type Nullable<Sql extends SqlType> = Sql extends `${string} NOT NULL` ? never : null;
type ValueOf<Sql extends SqlType> = (Sql extends `TEXT${string}` ? string : number) | Nullable<Sql>;

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ValueOf<C[Name]> };

export function columnsSql(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

export type Migration = { readonly version: number; readonly sql: string };

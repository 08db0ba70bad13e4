export const settling = {} as const;

/**
 * For what a suite asks its own servers. A connection that is kept open is closed by the server after a few idle seconds, and on a
 * busy machine just when the next question is being written to it: ECONNRESET, and nobody knows whether it was heard.
 */
export const OWN_CONNECTION = { connection: 'close' } as const;

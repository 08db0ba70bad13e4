/** What turns live issuing on in the browser host. Not wording: it is typed as it stands. */
export const LIVE_COMMAND = 'npm start -- --host loopback --live';

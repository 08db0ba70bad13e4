/** What the desk's process is asked besides the contract's own operations. */
export const ISSUE = 'abuse.issue';
export const MEMORY = 'abuse.memory';

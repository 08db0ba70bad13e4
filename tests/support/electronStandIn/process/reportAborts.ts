/**
 * In official binaries a check fails inside node::GetNodeReport: the process takes SIGILL, whichever thread asks and whoever would
 * catch (openai/codex#41636, ilysenko/codex-desktop-linux#1336).
 */
Object.defineProperty(process.report, 'getReport', {
  value: () => {
    process.kill(process.pid, 'SIGILL');
    // The signal may be taken by another thread: nothing after the call is ever run.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});

import { LOOPBACK_USAGE, readLoopbackFlags } from './flags.ts';

const EXIT_USAGE = 2;

const flags = readLoopbackFlags(process.argv.slice(2));
if (flags.ok) {
  // Loaded only now: flags that cannot be read touch nothing, not even the database's library.
  const { runLoopback } = await import('./runLoopback.ts');
  process.exitCode = await runLoopback(flags.value);
} else {
  const usage = `Usage: node src/loopback/index.ts [flags]\n\n${LOOPBACK_USAGE}`;
  process.stderr.write(`${flags.error}\n\n${usage}\n`);
  process.exitCode = EXIT_USAGE;
}

import { LOOPBACK_USAGE, readLoopbackFlags } from './flags.ts';
import { EXIT_USAGE, runLoopback } from './runLoopback.ts';

const flags = readLoopbackFlags(process.argv.slice(2));
if (flags.ok) {
  process.exitCode = await runLoopback(flags.value);
} else {
  const usage = `Usage: node src/loopback/index.ts [flags]\n\n${LOOPBACK_USAGE}`;
  process.stderr.write(`${flags.error}\n\n${usage}\n`);
  process.exitCode = EXIT_USAGE;
}

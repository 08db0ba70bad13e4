import { type RunningSandbox, type SandboxOptions, startSandbox } from '../server.ts';
import { type FaultPorts, startFaultPorts } from './ports.ts';

export type FaultySandbox = RunningSandbox & { readonly faultPorts: FaultPorts };

/** A sandbox with everything that can be made to go wrong. Never inside the desk: only tests and the command line start it. */
export async function startFaultySandbox(
  options: SandboxOptions & { readonly adminToken: string },
): Promise<FaultySandbox> {
  const sandbox = await startSandbox(options);
  const { faultHooks } = sandbox;
  try {
    if (faultHooks === null) throw new Error('A sandbox without an admin token has no faults');
    const faultPorts = await startFaultPorts({
      ...faultHooks,
      port: sandbox.port,
      now: new Date(),
    });
    faultHooks.showPorts(faultPorts.report);
    return {
      ...sandbox,
      faultPorts,
      async close() {
        faultHooks.connections.close();
        await faultPorts.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

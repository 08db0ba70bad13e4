import { type AdminSandbox, type AdminSandboxOptions, startAdminSandbox } from '../adminSandbox.ts';
import { type FaultPorts, startFaultPorts } from './ports.ts';

export type FaultySandbox = AdminSandbox & { readonly faultPorts: FaultPorts };

/** A sandbox with everything that can be made to go wrong: answers for an order, and a port for each connection fault. */
export async function startFaultySandbox(options: AdminSandboxOptions): Promise<FaultySandbox> {
  const sandbox = await startAdminSandbox(options);
  try {
    const faultPorts = await startFaultPorts({ ...sandbox, now: new Date() });
    sandbox.showPorts(faultPorts.report);
    return {
      ...sandbox,
      faultPorts,
      async close() {
        sandbox.connections.close();
        await faultPorts.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

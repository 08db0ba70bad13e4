import type { Server } from 'node:http';

import type { Hono } from 'hono';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Place } from '#sandbox/app.ts';
import type { Faults } from '#sandbox/faults.ts';
import type { Flow } from '#sandbox/fields.ts';
import type { Paying } from '#sandbox/paying.ts';
import type { OnNode } from '#sandbox/readBody.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '#sandbox/server.ts';

import { type PortReport, createAdmin } from './admin.ts';
import { createAskedCallbacks } from './callbacks/askedCallbacks.ts';
import { type Connections, createConnections } from './faults/connections.ts';
import { REDIRECTED, perform } from './faults/perform.ts';
import { type SetFault, type SetFaults, createSetFaults } from './faults/setFaults.ts';
import { type LimitsShape, limitsVoice } from './limits/shapes.ts';
import { EVERY_VOICE } from './voice/voice.ts';

export type AdminSandboxOptions = Omit<SandboxOptions, 'faults' | 'extension' | 'limits'> & {
  readonly adminToken: string;
  /** How GET limit answers. Left out: the format's mapping, or the plain list. */
  readonly limitsShape?: LimitsShape;
};

/** The sandbox with `/admin`, by which faults are set and callbacks are sent. */
export type AdminSandbox = RunningSandbox & {
  readonly connections: Connections;
  readonly showPorts: (ports: () => readonly PortReport[]) => void;
};

/** Against guessing over loopback, where nothing slows it down. */
const SHORTEST_TOKEN = 16;

export async function startAdminSandbox(given: AdminSandboxOptions): Promise<AdminSandbox> {
  const { adminToken: token, ...options } = given;
  if (token.length < SHORTEST_TOKEN) {
    throw new Error(`An admin token has at least ${SHORTEST_TOKEN} characters`);
  }
  const faults = createSetFaults();
  const connections = createConnections();
  const asked = createAskedCallbacks();
  let ports: () => readonly PortReport[] = () => [];

  const addRoutes = (app: Hono<OnNode>, place: Place, paying: Paying): void => {
    for (const flow of ['create', 'build'] as const) {
      app.use(`/api/v1/requests/deposit/${flow}`, async (context, next) => {
        const order = context.req.query(REDIRECTED);
        const isFollower = context.req.method !== 'POST' && order !== undefined;
        if (isFollower) await countFollower(paying, flow, order);
        await next();
      });
    }
    // The fault ports speak TLS and have no /admin: one door to it is enough.
    if (!place.origin.startsWith('http:')) return;
    const { ledger, callbacks } = paying;
    const send = asked.sendBy({ ...options, format: { dialect, voice: EVERY_VOICE }, callbacks });
    const parts = { token, faults, ledger, callbacks, asked: { ...asked, send } };
    app.route('/admin', createAdmin({ ...parts, ports: () => ports() }));
  };
  const { dialect = DEFAULT_DIALECT } = options;
  const sandbox = await startSandbox({
    ...withLimits(options),
    faults: faultsOf(faults, connections),
    extension: { watch: (server: Server) => connections.watch(server), addRoutes },
    onCalled: asked.onCalled,
    onCreated: asked.onCreated,
  });
  return {
    ...sandbox,
    connections,
    showPorts(shown) {
      ports = shown;
    },
    async close() {
      asked.close();
      connections.close();
      await sandbox.close();
    },
  };
}

/** The limits as the format maps them, or as the shape says. */
export function withLimits<T extends Pick<AdminSandboxOptions, 'dialect' | 'limitsShape'>>(
  options: T,
): T & Pick<SandboxOptions, 'limits'> {
  const { dialect = DEFAULT_DIALECT, limitsShape = null } = options;
  const limits = limitsVoice(dialect.limitResponse, limitsShape);
  return { ...options, voice: EVERY_VOICE, limits };
}

function faultsOf(faults: SetFaults, connections: Connections): Faults {
  return {
    take(orderId, flow) {
      const met = faults.take(orderId, flow);
      if (met === null) return null;
      const { creates, fault } = met;
      return { creates, answer: (asked) => perform(fault.act, connections, asked) };
    },
    stopsReading(flow) {
      if (!faults.list().some(isWhileReading)) return null;
      return (orderId) => {
        const next = faults.next(orderId, flow);
        return next !== null && isWhileReading(next);
      };
    },
  };
}

function isWhileReading({ fault: { act } }: SetFault): boolean {
  return act.how === 'reset' && act.when === 'while-reading';
}

/** After a redirect most clients come back with GET, which must not go unseen. */
async function countFollower({ ledger }: Paying, flow: Flow, order: string): Promise<void> {
  const at = new Date().toISOString();
  await ledger.recordArrival({ flow, merchant: null, order_id: order.slice(0, 255), at });
}

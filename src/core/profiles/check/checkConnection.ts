import { CHECK_STEPS, type CheckStep } from '#shared/domain/connectionCheck.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { DeskEvents } from '../../desk/deskEvents.ts';
import type { Redactor } from '../../journal/redact.ts';
import { within } from '../../within.ts';
import type { Chance, Clock } from '../../ports.ts';
import { type Exchange, type Outgoing, exchange } from '../../provider/client.ts';
import type { Connect, Connection } from '../../provider/connect.ts';
import type { ProxySources } from '../../provider/proxy.ts';
import { limitRequestNeedsSecrets, limitRequestOf } from '../../provider/requests.ts';
import type { Secrets } from '../../vault/secrets.ts';
import { answerSteps } from './answering.ts';
import { addressStep, connectedSteps, failedSteps, findRoute } from './reaching.ts';
import { type SecretsRead, signatureStep } from './signing.ts';

export type CheckDeps = {
  readonly connect: Connect;
  readonly proxySources: ProxySources;
  readonly secrets: Pick<Secrets, 'read' | 'proven'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly userAgent: string;
  readonly redactor: Redactor;
  readonly events: Pick<DeskEvents, 'emit'>;
  /** Ends a check when the desk closes. */
  readonly stop: AbortSignal;
};

/** An operator does not wait longer for a check, whatever timeout the profile has. */
const LONGEST_ANSWER_MS = 20_000;
/** Longer than the vault's own patience, so that its own fault is what is told. */
const LONGEST_VAULT_MS = 25_000;

/** "Check connection": each step is told while the next one is being made, and all of them at the end. */
export async function checkConnection(
  profile: Profile,
  checkId: string,
  deps: CheckDeps,
): Promise<readonly CheckStep[]> {
  const steps: CheckStep[] = [];
  await makeSteps(profile, deps, (seen) => {
    // A proxy's or a provider's words may repeat what was sent.
    const step = deps.redactor.deep(seen);
    steps.push(step);
    deps.events.emit({ name: 'check.step', checkId, step });
  });
  return steps;
}

/** Goes the way of a request as far as that can be done without issuing: GET limit, by the same rules of connecting. */
async function makeSteps(
  profile: Profile,
  deps: CheckDeps,
  tell: (step: CheckStep) => void,
): Promise<void> {
  const inOrder = tellInOrder(tell);
  inOrder.tell([addressStep(profile)]);
  const limit = { ms: LONGEST_VAULT_MS, signal: deps.stop };
  // A keychain may wait for a person; meanwhile the way is looked at.
  const reading = within(deps.secrets.read(profile), limit, () => null);
  const outcome = await askForLimits(profile, deps, reading, inOrder.tell);
  const answer = outcome === null ? null : answerSteps(outcome, profile, deps.clock.now());
  inOrder.tell(answer?.steps ?? []);

  const secrets = await reading;
  const signature = signatureStep(profile, secrets, answer?.verdict ?? null, deps);
  if (signature.code === 'signature_accepted' && secrets?.ok === true && secrets.value !== null) {
    await within(deps.secrets.proven(profile, secrets.value), limit, () => null);
  }
  inOrder.tell([signature]);
}

type Tell = (steps: readonly CheckStep[]) => void;

/** A step that could not be made is told as such before the next one. */
function tellInOrder(tell: (step: CheckStep) => void): { readonly tell: Tell } {
  const waiting = [...CHECK_STEPS];
  return {
    tell(steps) {
      for (const step of steps) {
        while (waiting[0] !== undefined && waiting[0] !== step.step) {
          const missed = waiting.shift();
          if (missed !== undefined) {
            tell({ step: missed, status: 'skipped', code: 'not_reached', facts: {} });
          }
        }
        waiting.shift();
        tell(step);
      }
    },
  };
}

/** Null: no request was written, and why is told. */
async function askForLimits(
  profile: Profile,
  deps: CheckDeps,
  reading: Promise<SecretsRead | null>,
  tell: Tell,
): Promise<Exchange | null> {
  const url = new URL(profile.baseUrl);
  const route = await findRoute(url, profile, deps);
  tell(route.steps);
  if (!route.isOpen) return null;
  const secrets = limitRequestNeedsSecrets(profile.dialect) ? await reading : null;
  const connected = await deps.connect(url, {
    timeoutMs: profile.connectDeadlineMs,
    signal: deps.stop,
    proxy: profile.proxy,
  });
  if (!connected.ok) {
    tell(failedSteps(url, profile, connected.error, deps));
    return null;
  }
  tell(connectedSteps(url, profile, connected.value, deps));
  const own = secrets?.ok === true ? secrets.value : null;
  const outgoing = limitRequestOf(profile, { ...deps, secrets: own });
  if (outgoing.ok) return ask(connected.value, outgoing.value, profile, deps);
  // What is wrong with the secret is told by the last step.
  connected.value.socket.destroy();
  return null;
}

function ask(
  { socket }: Connection,
  outgoing: Outgoing,
  profile: Profile,
  { stop }: CheckDeps,
): Promise<Exchange> {
  const deadlineMs = Math.min(profile.answerDeadlineMs, LONGEST_ANSWER_MS);
  const charset = profile.dialect.answerCharset;
  return exchange(socket, outgoing, { deadlineMs, signal: stop, charset });
}

import { type EvilProvider, startEvilProvider } from '../evilProvider.ts';
import { EVIL_PROFILE, onBothHosts } from '../hostileDesk.ts';
import { isMetOn, isTried, turnTold } from '../pairwise.ts';
import type { Part } from '../part.ts';
import { until, withDataDir } from '../waiting.ts';
import { callBack, inbox } from './callBack.ts';
import { fillDesk, limitsWithPayloads, sayAll } from './fill.ts';
import { form, log, palette, wordings } from './lists.ts';
import type { Walk } from './look.ts';
import { EVERY, marked } from './marked.ts';
import { PAYLOADS } from './payloads.ts';
import { limits, names, otherScreens, profileFile } from './profiles.ts';
import { cards, details } from './requests.ts';
import { provoke, watchDesk } from './watch.ts';

const PROFILE_NAME = marked('profile', 4);

/** Markup and script in every text that a provider or an operator can give, on every screen: it stays text. */
export const payloadsPart: Part = {
  name: 'payloads',
  async run(isPairwise) {
    const counts = { texts: 0, screens: 0, refused: 0, fields: new Set<string>() };
    const failures: string[] = [];
    await onBothHosts((start, host) =>
      withDataDir(async (dataDir) => {
        const provider = await startEvilProvider();
        provider.sayLimits(limitsWithPayloads());
        const desk = await start({ dataDir, provider, profileName: PROFILE_NAME });
        const fail = (what: string): void => void failures.push(`${desk.host}: ${what}`);
        try {
          const watch = await watchDesk(desk);
          const walk = { desk, watch, fail, counts, ...payloadsOf(host, isPairwise) };
          await walkAll(walk, provider);
          await prove(walk);
        } finally {
          await desk.close();
          await provider.close();
        }
      }),
    );
    return {
      tried: counts.texts,
      failures,
      figures:
        `${PAYLOADS.length} payloads in ${counts.fields.size} fields (${counts.refused} refused by a field's own rule), ${counts.screens} looks at screens on two hosts: ` +
        `${countOf(failures, 'a script ran')} scripts run, ${countOf(failures, 'a request left')} requests left, ` +
        `${countOf(failures, 'a policy report')} policy reports, ${countOf(failures, 'not shown')} texts not shown as they are`,
      left: `four fifths of the payloads (tried: ${turnTold()}), and each in each field on its other host`,
    };
  },
};

/** Pairwise: a fifth of the payloads meets each field once, and each host either in requests or in everything else. */
function payloadsOf(host: number, isPairwise: boolean): Pick<Walk, 'ofRequests' | 'ofOthers'> {
  if (!isPairwise) return { ofRequests: EVERY, ofOthers: EVERY };
  const tried = EVERY.filter(isTried);
  return {
    ofRequests: tried.filter((at) => isMetOn(host, at, 0)),
    ofOthers: tried.filter((at) => isMetOn(host, at, 1)),
  };
}

function countOf(failures: readonly string[], what: string): number {
  return failures.filter((told) => told.includes(what)).length;
}

async function walkAll(walk: Walk, provider: EvilProvider): Promise<void> {
  const { desk } = walk;
  sayAll(provider);
  await fillDesk(walk);
  await desk.ask('limits.read', { profileId: EVIL_PROFILE, refresh: true });
  const issued = await cards(walk);
  await callBack(walk, issued.accepted);
  await details(walk, issued);
  await inbox(walk);
  await log(walk);
  await form(walk);
  await palette(walk);
  await wordings(walk);
  await otherScreens(walk);
  await limits(walk, provider);
  await profileFile(walk);
  await names(walk);
}

/** Without this the noughts would mean nothing. */
async function prove({ desk, watch, fail }: Walk): Promise<void> {
  await provoke(desk);
  const missing = new Set(['a script ran', 'a policy report', 'became an element']);
  await until('the watch sees what was provoked', async () => {
    const seen = (await watch.news()).join('\n');
    for (const wanted of missing) if (seen.includes(wanted)) missing.delete(wanted);
    return missing.size === 0;
  }).catch(() => {
    for (const wanted of missing) fail(`the watch does not see that ${wanted}`);
  });
}

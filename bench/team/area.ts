import type { Area, Figure } from '../figures.ts';
import { measureCatchUp } from './catchUp.ts';
import { measureConnections } from './connections.ts';
import { measureClaim, measureRaces } from './issuing.ts';
import { measureLoad } from './load.ts';
import { measureSearch } from './searching.ts';

/** The figures that the design of the team promises, on one machine with PostgreSQL from the system's packages. */
export const teamArea: Area = {
  notes: [
    'Desks, readers and PostgreSQL share the processors of one machine; the network between them is its loopback, with TLS.',
    'A simulated desk speaks the real protocol (replication.ts, claims.ts) on its two connections; its log is in memory.',
    'PostgreSQL flushes every commit to the disk. Catching up writes events, rows and claims; COPY writes events alone.',
  ],
  async run(dir, tell, { only, minutes, events, rows }) {
    const isAsked = (part: string): boolean => only === null || only.includes(part);
    const figures: Figure[] = [];
    if (isAsked('load')) figures.push(...(await measureLoad(dir, tell, minutes)));
    if (isAsked('claim')) {
      tell('issuing with and without a claim…');
      figures.push(await measureClaim(dir));
    }
    if (isAsked('races')) figures.push(...(await measureRaces(dir, tell)));
    if (isAsked('catch-up')) figures.push(await measureCatchUp(dir, tell, events));
    if (isAsked('search')) figures.push(...(await measureSearch(dir, tell, rows)));
    if (isAsked('connections')) figures.push(...(await measureConnections(dir, tell)));
    return figures;
  },
};

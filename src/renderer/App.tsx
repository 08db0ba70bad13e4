import { type ReactNode, useEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';

import { waitForFirstFrame } from './client/firstFrame.ts';
import { LINKED } from './client/logLook.ts';
import { useSettings } from './client/queries.ts';
import { DeskGate } from './DeskGate.tsx';
import { useChangeLanguage } from './i18n/Spoken.tsx';
import { NewRequestPage } from './NewRequestPage.tsx';
import {
  batch,
  customer,
  handOver,
  help,
  inbox,
  loadOthersWhenIdle,
  log,
  messageDesk,
  overview,
  settings as setUp,
  statements,
  teamLog,
} from './screens.ts';
import { Broken } from './shell/FullPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { Themed } from './Themed.tsx';
import { Late } from './ui/onDemand.tsx';
import { useTextSize } from './ui/page.ts';

type AppProps = { readonly connected: boolean };

export function App({ connected }: AppProps): ReactNode {
  useEffect(waitForFirstFrame, []);
  useEffect(loadOthersWhenIdle, []);
  const settings = useSettings();
  const changeLanguage = useChangeLanguage();
  const language = settings.data?.language;
  useTextSize(settings.data?.textSize);
  useEffect(() => {
    if (language !== undefined) void changeLanguage(language);
  }, [changeLanguage, language]);
  return (
    <Themed scheme={settings.data?.theme ?? 'system'}>
      <Broken>
        <DeskGate>
          <Router hook={useHashLocation}>
            <Shell connected={connected}>
              <Switch>
                <Route path="/" component={NewRequestPage} />
                <Route path="/log/statements/:statementId?/:line?">
                  {({ statementId, line }) => (
                    <statements.Part statementId={statementId ?? null} line={line ?? null} />
                  )}
                </Route>
                <Route path="/log/team" component={teamLog.Part} />
                <Route path="/log/:opened?/:link?">
                  {({ opened, link }) => (
                    <log.Part
                      opened={opened ?? null}
                      link={opened === LINKED ? (link ?? null) : null}
                    />
                  )}
                </Route>
                <Route path="/customer/:link">{({ link }) => <customer.Part link={link} />}</Route>
                <Route path="/inbox/*?">{({ '*': rest = '' }) => <inbox.Part rest={rest} />}</Route>
                <Route path="/batch/:batchId?">
                  {({ batchId }) => <batch.Part batchId={batchId ?? null} />}
                </Route>
                <Route path="/overview" component={overview.Part} />
                <Route path="/hand-over" component={handOver.Part} />
                <Route path="/help/:guide?/:section?">
                  {({ guide, section }) => (
                    <help.Part guideId={guide ?? null} section={section ?? null} />
                  )}
                </Route>
                <Route path="/about">
                  <Redirect to="/settings/about" />
                </Route>
                <Route path="/settings/*?" component={setUp.Part} />
                <Route>
                  <Redirect to="/" />
                </Route>
              </Switch>
              <Late>
                <messageDesk.Part />
              </Late>
            </Shell>
          </Router>
        </DeskGate>
      </Broken>
    </Themed>
  );
}

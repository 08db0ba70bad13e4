import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';

import { LINKED } from './client/logLook.ts';
import { useSettings } from './client/queries.ts';
import { DeskGate } from './DeskGate.tsx';
import { MessageDesk } from './features/messages/MessageDesk.tsx';
import { useChangeLanguage } from './i18n/Spoken.tsx';
import { NewRequestPage } from './NewRequestPage.tsx';
import {
  about,
  handOver,
  help,
  inbox,
  loadOthersWhenIdle,
  log,
  overview,
  settings as setUp,
} from './screens.ts';
import { Broken } from './shell/Broken.tsx';
import { Shell } from './shell/Shell.tsx';
import { cssVariables, theme } from './theme.ts';
import { useTextSize } from './ui/page.ts';

type ThemedProps = {
  readonly scheme: 'system' | 'light' | 'dark';
  readonly styleNonce: string;
  readonly children: ReactNode;
};

export function Themed({ scheme, styleNonce, children }: ThemedProps): ReactNode {
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme === 'system' ? system : scheme}
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

type AppProps = { readonly styleNonce: string; readonly connected: boolean };

export function App({ styleNonce, connected }: AppProps): ReactNode {
  useEffect(loadOthersWhenIdle, []);
  const settings = useSettings();
  const changeLanguage = useChangeLanguage();
  const language = settings.data?.language;
  useTextSize(settings.data?.textSize);
  useEffect(() => {
    if (language !== undefined) void changeLanguage(language);
  }, [changeLanguage, language]);
  return (
    <Themed scheme={settings.data?.theme ?? 'system'} styleNonce={styleNonce}>
      <Broken>
        <DeskGate>
          <Router hook={useHashLocation}>
            <Shell connected={connected}>
              <Switch>
                <Route path="/" component={NewRequestPage} />
                <Route path="/log/:opened?/:link?">
                  {({ opened, link }) => (
                    <log.Part
                      opened={opened ?? null}
                      link={opened === LINKED ? (link ?? null) : null}
                    />
                  )}
                </Route>
                <Route path="/inbox/*?">{({ '*': rest = '' }) => <inbox.Part rest={rest} />}</Route>
                <Route path="/overview" component={overview.Part} />
                <Route path="/hand-over" component={handOver.Part} />
                <Route path="/help/:article?">
                  {({ article }) => <help.Part articleId={article ?? null} />}
                </Route>
                <Route path="/about" component={about.Part} />
                <Route path="/settings/*?" component={setUp.Part} />
                <Route>
                  <Redirect to="/" />
                </Route>
              </Switch>
              <MessageDesk />
            </Shell>
          </Router>
        </DeskGate>
      </Broken>
    </Themed>
  );
}

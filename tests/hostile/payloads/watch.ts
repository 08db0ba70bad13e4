import type { HostileDesk } from '../hostileDesk.ts';

export type Watch = {
  /** What has happened since the last look, that must not. */
  readonly news: () => Promise<readonly string[]>;
};

/** Scripts that ran, dialogs, policy reports, requests, markup that became elements: whatever text must never do. */
export async function watchDesk(desk: HostileDesk): Promise<Watch> {
  const { page } = desk;
  const told: string[] = [];
  page.on('dialog', (dialog) => {
    told.push(`a dialog was opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => told.push(`a script failed: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type|Refused to/iu.test(message.text())) {
      told.push(`a policy report: ${message.text()}`);
    }
  });
  await page.evaluate(() => {
    const reports: string[] = [];
    Object.assign(window, { hostileReports: reports });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reports.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  let [left, opened] = [0, 0];
  return {
    async news() {
      const inPage = await page.evaluate(() => {
        const reports: unknown = Reflect.get(window, 'hostileReports');
        return {
          ran: 'hostileRan' in window,
          reports: Array.isArray(reports) ? reports.splice(0).map(String) : ['the watch is gone'],
          // Elements that the desk's own page never has.
          foreign: [
            ...document.querySelectorAll(
              'main script, main iframe, main object, main embed, main base, main meta, main link, main marquee, main video, main audio, [onerror], [onload], [onfocus], [ontoggle], [onstart], [onbegin]',
            ),
          ].map((element) => element.outerHTML.slice(0, 100)),
        };
      });
      const requests = desk.left().slice(left);
      const ways = desk.opened().slice(opened);
      left += requests.length;
      opened += ways.length;
      return [
        ...told.splice(0),
        ...(inPage.ran ? ['a script ran'] : []),
        ...inPage.reports.map((report) => `a policy report: ${report}`),
        ...inPage.foreign.map((markup) => `text became an element: ${markup}`),
        ...requests.map((url) => `a request left the page: ${url}`),
        ...ways.map((url) => `something was opened: ${url}`),
      ];
    },
  };
}

/** The proof that each of these is seen at all: what somebody does to a page whose watch is then asked. */
export async function provoke(desk: HostileDesk): Promise<void> {
  await desk.page.evaluate(() => {
    const main = document.querySelector('main');
    const picture = document.createElement('img');
    picture.src = 'https://evil.example/provoked.png';
    main?.append(picture);
    Object.assign(window, { hostileRan: 1 });
    const frame = document.createElement('iframe');
    main?.append(frame);
  });
}

/** `refused`: stays text, whatever is done with it. `asked`: tricky, but https: the operator is asked, and shown the host as it is. */
export type HostileAddress = {
  readonly verdict: 'refused' | 'asked';
  readonly address: string;
  /** Names a port of this desk: no other host has it. */
  readonly isOfDesk: boolean;
};

export type Ports = {
  /** Of the desk itself, where it has one; of a callback listener; of somebody else on this machine. */
  readonly own: number | null;
  readonly listener: number;
  readonly catcher: number;
};

const RAN = 'window.hostileRan=1';

/** Schemes that run, read, or start a program. */
const SCHEMES: readonly string[] = [
  `javascript:${RAN}`,
  `JaVaScRiPt:${RAN}`,
  `java\tscript:${RAN}`,
  `java\nscript:${RAN}`,
  `java\rscript:${RAN}`,
  `\u0001javascript:${RAN}`,
  ` javascript:${RAN}`,
  `javascript://provider.example/%0a${RAN}`,
  `javascript:%77indow.hostileRan=1`,
  `&#106;avascript:${RAN}`,
  `data:text/html,<script>${RAN}</script>`,
  'data:text/html;base64,PHNjcmlwdD53aW5kb3cuaG9zdGlsZVJhbj0xPC9zY3JpcHQ+',
  'data:application/x-msdownload;base64,TVqQ',
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RAN}'/>`,
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'file:///C:/Windows/System32/calc.exe',
  'file://server/share/run.exe',
  String.raw`\\server\share\run.exe`,
  '//server/share/run.lnk',
  'smb://server/share/run.exe',
  'blob:https://provider.example/11111111-2222-4333-8444-555555555555',
  'blob:null/11111111-2222-4333-8444-555555555555',
  'filesystem:https://provider.example/temporary/x',
  'view-source:https://provider.example/',
  'chrome://settings/',
  'devtools://devtools/bundled/inspector.html',
  'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html',
  'app://desk/',
  'app://desk/#/settings',
  'app://evil.example/',
  'ms-msdt:/id PCWDiagnostic /skip force /param "IT_RebrowseForFile=x"',
  'ms-officecmd:{"id":3}',
  'ms-excel:ofe|u|https://evil.example/x.xlsm',
  String.raw`search-ms:query=x&crumb=location:\\evil.example\share`,
  'ms-settings:privacy',
  'shell:startup',
  'intent://evil.example/#Intent;scheme=https;end',
  'market://details?id=evil',
  'itms-services://?action=download-manifest&url=https://evil.example/x.plist',
  'x-apple.systempreferences:com.apple.preference.security',
  'tel:+79990000000',
  'mailto:a@evil.example?attach=/etc/passwd',
  'ssh://-oProxyCommand=calc/x',
  'telnet://evil.example/',
  'ftp://evil.example/run.exe',
  'ldap://evil.example/x',
  'jar:file:///x.jar!/y',
  'tg://resolve?domain=evil',
  'steam://run/1',
  'wss://evil.example/',
  'about:srcdoc',
];

/** Addresses of the web that are nobody's link: plain, with credentials, without a host, or far too long. */
const NOT_LINKS: readonly string[] = [
  'http://provider.example/pay',
  'http://evil.example:443/',
  String.raw`http:\\evil.example\x`,
  'http:evil.example',
  '//evil.example/pay',
  'https://user:word@evil.example/',
  'https://provider.example@evil.example/',
  'https://:word@evil.example/',
  'https://user%40provider.example@evil.example/',
  'https://',
  'https:///',
  'https://?evil.example',
  'https://evil.example:99999/',
  'https://evil\u0000.example/',
  'https://evil .example/',
  'https://evil<.example/',
  'https://provider.example%2eevil%20.example/',
  `https://evil.example/${'a'.repeat(9000)}`,
  'evil.example/pay',
  'https//evil.example/',
];

/** However this machine may be spelt. */
const OWN_HOSTS: readonly string[] = [
  'localhost',
  'LOCALHOST.',
  'pay.localhost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'loc\u00adalhost',
];

/** https, so not refused for that; but each is written to look like something else, or leads where no customer pays. */
const TRICKY: readonly string[] = [
  'https://аррӏе.com/',
  'https://xn--80ak6aa92e.com/',
  'https://рrovider.example/',
  'https://provider\u200b.example/',
  'https://provider.example\u2044evil.example/',
  'https://provider\u202eelpmaxe.live/',
  'https://evil.example/\u202egnp.exe',
  String.raw`https://evil.example\@provider.example/`,
  String.raw`HTTPS:\\evil.example\x`,
  'https:evil.example',
  'ht\ntps://evil.example/',
  ' https://evil.example/ ',
  'https://evil.example./',
  'https://evil.example/#app://desk/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/latest/meta-data/',
  'https://2852039166/latest/meta-data/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://10.0.0.1/',
  'https://192.168.0.1/',
  'https://[fe80::1]/',
  'https://metadata.google.internal/',
];

export function hostileAddresses({ own, listener, catcher }: Ports): readonly HostileAddress[] {
  const atPort = (port: number): readonly string[] => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/#/settings`,
    `https://[::1]:${port}/`,
    `https://provider.example:${port}/`,
  ];
  const refused = [
    ...SCHEMES,
    ...NOT_LINKS,
    ...OWN_HOSTS.map((host) => `https://${host}:${catcher}/pay`),
    `http://127.0.0.1:${catcher}/pay`,
    ...atPort(listener),
  ];
  return [
    ...refused.map((address) => ({ verdict: 'refused' as const, address, isOfDesk: false })),
    ...TRICKY.map((address) => ({ verdict: 'asked' as const, address, isOfDesk: false })),
    // At the end: the others have the same places in the lists of both hosts.
    ...(own === null ? [] : atPort(own)).map((address) => ({
      verdict: 'refused' as const,
      address,
      isOfDesk: true,
    })),
  ];
}

/** A browser goes to an address of the web when the page's own script says so: nobody stands in between there. */
export function isOfWeb(address: string): boolean {
  const parsed = URL.parse(address, 'http://127.0.0.1:1/');
  return parsed === null || ['http:', 'https:', 'about:'].includes(parsed.protocol);
}

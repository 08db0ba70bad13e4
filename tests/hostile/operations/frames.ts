export type Frame = {
  readonly url: string;
  readonly parent: Frame | null;
  /** Taken out of its page: then it has no parent either. */
  readonly detached: boolean;
};

export const OWN_FRAME: Frame = { url: 'app://desk/', parent: null, detached: false };

export const FRAME_KINDS = ['no frame', 'subframe', 'wrong scheme', 'wrong host'] as const;
type FrameKind = (typeof FRAME_KINDS)[number];

const top = (url: string): Frame => ({ url, parent: null, detached: false });
const inside = (url: string, parent: Frame): Frame => ({ url, parent, detached: false });

/** Who else might send a message to main: what Electron says of the sender. Null: the frame is gone already. */
export const FOREIGN_FRAMES: Readonly<Record<FrameKind, readonly (Frame | null)[]>> = {
  'no frame': [null, { url: 'app://desk/', parent: null, detached: true }],
  subframe: [
    inside('app://desk/', OWN_FRAME),
    inside('app://desk/#/log', top('https://evil.example/')),
    inside('about:srcdoc', OWN_FRAME),
    inside('https://evil.example/', OWN_FRAME),
  ],
  'wrong scheme': [
    top('http://desk/'),
    top('https://desk/'),
    top('app2://desk/'),
    top('file:///desk/'),
    top('file:///usr/share/desk/index.html'),
    top('data:text/html,app://desk/'),
    top('blob:app://desk/11111111-2222-4333-8444-555555555555'),
    top('filesystem:app://desk/temporary/x'),
    top('view-source:app://desk/'),
    top('devtools://desk/'),
    top('chrome-extension://desk/'),
    top('about:blank'),
    top('javascript:"app://desk/"'),
    top(''),
  ],
  'wrong host': [
    top('app://other/'),
    top('app://desk.evil.example/'),
    top('app://evil.example/desk/'),
    top('app://desk:81/'),
    top('app://user@desk/'),
    top('app://user:word@desk/'),
    top('app://desk@evil.example/'),
    top('app://desk%2eevil.example/'),
    top('app:desk/'),
    top('app:///desk/'),
    top(String.raw`app:\\desk/`),
    top('https://evil.example/#app://desk/'),
  ],
};

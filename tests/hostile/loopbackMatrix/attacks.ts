/** What a page attacks with: the desk's address under some name and, at its best, a bearer that it should not have. */
export type Prey = {
  readonly base: string;
  readonly script: string;
  readonly picture: string;
  readonly token: string;
  readonly issue: string;
  readonly how: string;
};

/** Runs in the attacker's page, to which it is sent as text: it stands alone. True: it has read something of ours. */
export type Attack = {
  readonly name: string;
  readonly how: string;
  readonly run: (prey: Prey) => Promise<boolean>;
};

const FETCHES = [
  'with the bearer',
  'as plain text, without asking',
  'with cookies',
  'that outlives its page',
  'of the page',
  'of the page, without asking',
  'of the stream',
  'asking what is allowed',
  'of a fresh session',
];
const ELEMENTS = ['img', 'script', 'module', 'iframe', 'embed', 'object', 'video', 'stylesheet'];
const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

export const ATTACKS: readonly Attack[] = [
  ...FETCHES.map((how) => ({ name: `fetch ${how}`, how, run: fetching })),
  ...ELEMENTS.map((how) => ({ name: `${how} of ours`, how, run: embedding })),
  ...FORMS.map((how) => ({ name: `form of ${how}`, how, run: submitting })),
  { name: 'form that reads', how: 'get', run: submitting },
  { name: 'XMLHttpRequest', how: '', run: requesting },
  { name: 'sendBeacon', how: '', run: beaconing },
  { name: 'WebSocket', how: '', run: connecting },
  { name: 'EventSource', how: '', run: streaming },
  { name: 'Worker with our script', how: '', run: working },
  { name: 'service worker of ours', how: '', run: serving },
  { name: 'font of ours', how: '', run: lettering },
  { name: 'opener of a window of ours', how: '', run: opening },
];

async function fetching({ base, token, issue, how }: Prey): Promise<boolean> {
  const op = `${base}/api/op/issue.create`;
  const asked: Readonly<Record<string, () => Promise<Response>>> = {
    'with the bearer': () =>
      fetch(op, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: issue,
      }),
    'as plain text, without asking': () =>
      fetch(op, { method: 'POST', mode: 'no-cors', body: issue }),
    'with cookies': () => fetch(op, { method: 'POST', credentials: 'include', body: issue }),
    'that outlives its page': () =>
      fetch(op, { method: 'POST', mode: 'no-cors', keepalive: true, body: issue }),
    'of the page': () => fetch(`${base}/`),
    'of the page, without asking': () => fetch(`${base}/`, { mode: 'no-cors' }),
    'of the stream': () =>
      fetch(`${base}/api/events`, { headers: { authorization: `Bearer ${token}` } }),
    'asking what is allowed': () => fetch(op, { method: 'OPTIONS' }),
    'of a fresh session': () =>
      fetch(`${base}/api/session`, { method: 'POST', mode: 'no-cors', body: '{"code":"x"}' }),
  };
  try {
    const answer = await asked[how]?.();
    return answer?.ok === true;
  } catch {
    return false;
  }
}

function embedding({ base, script, picture, how }: Prey): Promise<boolean> {
  const parts: Readonly<Record<string, readonly [tag: string, attribute: string, path: string]>> = {
    img: ['img', 'src', picture],
    script: ['script', 'src', script],
    module: ['script', 'src', script],
    iframe: ['iframe', 'src', '/'],
    embed: ['embed', 'src', '/'],
    object: ['object', 'data', '/'],
    video: ['video', 'src', picture],
    stylesheet: ['link', 'href', script.replace(/js$/u, 'css')],
  };
  const [tag, attribute, path] = parts[how] ?? ['img', 'src', '/'];
  const element = document.createElement(tag);
  if (how === 'module') element.setAttribute('type', 'module');
  if (how === 'stylesheet') element.setAttribute('rel', 'stylesheet');
  element.setAttribute(attribute, base + path);
  return new Promise((resolve) => {
    // A frame is loaded whatever it shows: what counts is whether ours can be seen in it.
    const isOurs = (): boolean => {
      const inside: unknown = Reflect.get(element, 'contentDocument');
      return inside instanceof Document && inside.title === 'Deposit Desk';
    };
    const isFrame = ['iframe', 'embed', 'object'].includes(tag);
    element.addEventListener('load', () => resolve(isFrame ? isOurs() : true));
    element.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(isFrame && isOurs()), 1500);
    document.body.append(element);
  });
}

function submitting({ base, issue, how }: Prey): Promise<boolean> {
  const frame = document.createElement('iframe');
  frame.name = `frame-${Math.random()}`;
  const form = document.createElement('form');
  form.target = frame.name;
  form.method = how === 'get' ? 'get' : 'post';
  form.action = `${base}/api/op/issue.create`;
  if (how !== 'get') form.enctype = how;
  const field = document.createElement('input');
  // With text/plain the body is the name, an equals sign and the value: as good as JSON.
  field.name = `${issue.slice(0, -1)},"x":"`;
  field.value = '"}';
  form.append(field);
  document.body.append(frame, form);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => {
      if (frame.contentWindow?.length === 0) setTimeout(() => resolve(false), 50);
    });
    setTimeout(() => resolve(false), 1000);
    form.submit();
  });
}

function requesting({ base, token, issue }: Prey): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = new XMLHttpRequest();
    asked.open('POST', `${base}/api/op/issue.create`);
    asked.withCredentials = true;
    asked.setRequestHeader('authorization', `Bearer ${token}`);
    asked.setRequestHeader('content-type', 'application/json');
    asked.addEventListener('load', () => resolve(asked.status < 400));
    asked.addEventListener('error', () => resolve(false));
    asked.send(issue);
  });
}

async function beaconing({ base, issue }: Prey): Promise<boolean> {
  navigator.sendBeacon(`${base}/api/op/issue.create`, issue);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return false;
}

function connecting({ base }: Prey): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/events`);
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
  });
}

function streaming({ base }: Prey): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(`${base}/api/events`, { withCredentials: true });
    source.addEventListener('open', () => resolve(true));
    source.addEventListener('error', () => {
      source.close();
      resolve(false);
    });
  });
}

function working({ base, script }: Prey): Promise<boolean> {
  const text = `try { importScripts(${JSON.stringify(base + script)}); postMessage(true) } catch { postMessage(false) }`;
  return new Promise((resolve) => {
    try {
      const worker = new Worker(URL.createObjectURL(new Blob([text])));
      worker.addEventListener('message', ({ data }) => resolve(data === true));
      worker.addEventListener('error', () => resolve(false));
    } catch {
      resolve(false);
    }
  });
}

async function serving({ base, script }: Prey): Promise<boolean> {
  try {
    await navigator.serviceWorker.register(base + script);
    return true;
  } catch {
    return false;
  }
}

async function lettering({ base, picture }: Prey): Promise<boolean> {
  try {
    await new FontFace('x', `url(${base}${picture})`).load();
    return true;
  } catch {
    return false;
  }
}

async function opening({ base }: Prey): Promise<boolean> {
  const opened = window.open(`${base}/`);
  await new Promise((resolve) => setTimeout(resolve, 700));
  try {
    return opened?.document.title === 'Deposit Desk';
  } catch {
    return false;
  } finally {
    opened?.close();
  }
}

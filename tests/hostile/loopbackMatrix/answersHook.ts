import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';

import { ANSWERS_FILE } from './answers.ts';

/** Loaded into the desk's process: notes every answer that left it, whatever the browser then made of it. */
const file = process.env[ANSWERS_FILE];

subscribe('http.server.response.finish', (message) => {
  if (file === undefined || typeof message !== 'object' || message === null) return;
  const request: unknown = Reflect.get(message, 'request');
  const response: unknown = Reflect.get(message, 'response');
  if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) return;
  const { method, url, headers, socket } = request;
  const answer = {
    port: socket.localPort ?? 0,
    method,
    url,
    host: headers.host ?? '',
    site: headers['sec-fetch-site'] ?? '',
    dest: headers['sec-fetch-dest'] ?? '',
    cookie: headers.cookie ?? '',
    status: response.statusCode,
  };
  appendFileSync(file, `${JSON.stringify(answer)}\n`);
});

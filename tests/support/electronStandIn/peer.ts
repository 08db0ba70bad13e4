/**
 * The two ends of the stand-in, the app's process and the test's, ask each other by name over the child's channel. What is no
 * question and no answer is an entry of the journal.
 */
type Answerer = (value: unknown) => unknown;

type Question = {
  readonly rpc: 'ask';
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
};
type Answer = {
  readonly rpc: 'answer';
  readonly id: number;
  readonly value: unknown;
  readonly error: string | null;
};

export type Peer = {
  readonly ask: (name: string, value: unknown) => Promise<unknown>;
  readonly answer: (name: string, answerer: Answerer) => void;
  /** True: it was for us. */
  readonly receive: (message: unknown) => boolean;
  /** Nobody will answer any more. */
  readonly end: (reason: string) => void;
};

export function createPeer(send: (message: Question | Answer) => void): Peer {
  const answerers = new Map<string, Answerer>();
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  let asked = 0;
  let ended: string | null = null;

  async function answerTo({ id, name, value }: Question): Promise<void> {
    try {
      const answerer = answerers.get(name);
      if (answerer === undefined) throw new Error(`The stand-in knows no question '${name}'`);
      send({ rpc: 'answer', id, value: await answerer(value), error: null });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      send({ rpc: 'answer', id, value: undefined, error: text });
    }
  }

  function take({ id, value, error }: Answer): void {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === null) asker?.resolve(value);
    else asker?.reject(new Error(error));
  }

  return {
    ask: (name, value) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(new Error(ended));
          return;
        }
        asked += 1;
        waiting.set(asked, { resolve, reject });
        send({ rpc: 'ask', id: asked, name, value });
      }),
    answer: (name, answerer) => {
      answerers.set(name, answerer);
    },
    receive(message) {
      if (isQuestion(message)) void answerTo(message);
      else if (isAnswer(message)) take(message);
      else return false;
      return true;
    },
    end(reason) {
      ended = reason;
      for (const { reject } of waiting.values()) reject(new Error(reason));
      waiting.clear();
    },
  };
}

function isQuestion(message: unknown): message is Question {
  return rpcOf(message) === 'ask';
}

function isAnswer(message: unknown): message is Answer {
  return rpcOf(message) === 'answer';
}

function rpcOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, 'rpc') : null;
}

import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request; requests beyond the list get the last one again. */
export type Behaviour = (
  request: { readonly body: ChatBody; readonly headers: IncomingMessage['headers'] },
  response: ServerResponse,
) => void;

/** The part of a chat completion request that the tests look at. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: unknown } };
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

/** A model server on a free loopback port that fails as told. */
export interface FaultServer {
  /** Another one after each `answer`, so that a late request of before is not taken for a new one. */
  readonly url: string;
  readonly requests: readonly ChatBody[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** What the next requests get. */
  answer(...behaviours: readonly Behaviour[]): void;
  close(): Promise<void>;
}

export async function startFaultServer(): Promise<FaultServer> {
  const requests: ChatBody[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let plan: readonly Behaviour[] = [];
  let round = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (!request.url!.startsWith(`/${round}/`)) return;
      const body = JSON.parse(text) as ChatBody;
      const behaviour = plan[Math.min(requests.length, plan.length - 1)]!;
      requests.push(body);
      headers.push(request.headers);
      behaviour({ body, headers: request.headers }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    get url() {
      return `http://127.0.0.1:${port}/${round}/v1`;
    },
    requests,
    headers,
    answer(...behaviours) {
      plan = behaviours;
      round++;
      requests.length = 0;
      headers.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const status =
  (code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const usage = { prompt_tokens: 100, completion_tokens: 20 };
export const message = (content: unknown): Behaviour => status(200, { choices: [{ message: content }], usage });
export const says = (content: string): Behaviour => message({ role: 'assistant', content });

/** Never answers. */
export const hangs: Behaviour = () => undefined;

/** Begins an answer and sends a blank every few milliseconds, for ever. */
export const drips: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};

/** Breaks the connection off in the middle of the answer. */
export const breaksOff: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"choices":[');
  setTimeout(() => response.destroy(), 5);
};

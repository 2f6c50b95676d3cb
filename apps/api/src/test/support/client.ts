import type { FastifyInstance } from 'fastify';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** Parsed if it is JSON, else the text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests check its shape
  body: any;
}

type Headers = Record<string, string>;

/** A query parameter without effect on the result. With it, tRPC's own adapter handles a single call. */
export const VIA_ADAPTER = 'connectionParams=null';

/** A caller of one host that keeps cookies like a browser. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #host: FastifyInstance;
  readonly #address: string;
  readonly #rpcQuery: string;

  /**
   * @param address the IP address of the caller
   * @param rpcQuery a query parameter for every procedure call
   */
  constructor(host: FastifyInstance, address = '192.0.2.1', rpcQuery = '') {
    this.#host = host;
    this.#address = address;
    this.#rpcQuery = rpcQuery;
  }

  async send(method: string, url: string, payload?: string | Buffer, headers: Headers = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#host.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: { ...(cookie ? { cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.statusCode, headers: response.headers, body: parseBody(response.body) };
  }

  get(url: string, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', url, undefined, headers);
  }

  post(url: string, body: unknown = {}, headers: Headers = {}): Promise<Answer> {
    return this.json('POST', url, body, headers);
  }

  json(method: string, url: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send(method, url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  /** Calls a tRPC query; the body contains the result or the error. */
  query(path: string, input?: unknown, headers: Headers = {}): Promise<Answer> {
    const inputParameter = input === undefined ? '' : `input=${encodeURIComponent(JSON.stringify(input))}`;
    const search = [this.#rpcQuery, inputParameter].filter(Boolean).join('&');
    return this.get(`/trpc/${path}${search && `?${search}`}`, headers);
  }

  /** Calls a tRPC mutation; like the library's client it sends the content type even without input. */
  mutate(path: string, input?: unknown, headers: Headers = {}): Promise<Answer> {
    const payload = input === undefined ? undefined : JSON.stringify(input);
    const search = this.#rpcQuery && `?${this.#rpcQuery}`;
    return this.send('POST', `/trpc/${path}${search}`, payload, { 'content-type': 'application/json', ...headers });
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

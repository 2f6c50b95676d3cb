import type { FastifyInstance } from 'fastify';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** Parsed where it is JSON, else the text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what a test expects of it is what is tested
  body: any;
}

type Headers = Record<string, string>;

/** A parameter that means nothing and sends a single call through tRPC's own adapter: the thin route knows none. */
export const VIA_ADAPTER = 'connectionParams=null';

/** A caller of one host, who keeps its cookies as a browser does. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #host: FastifyInstance;
  readonly #address: string;
  readonly #rpcQuery: string;

  /**
   * @param address the socket's, for whoever counts or blocks addresses
   * @param rpcQuery a parameter that every procedure is called with
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
    return { status: response.statusCode, headers: response.headers, body: parsed(response.body) };
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

  /** A tRPC query; the answer is the procedure's value or the error. */
  query(path: string, input?: unknown, headers: Headers = {}): Promise<Answer> {
    const given = input === undefined ? '' : `input=${encodeURIComponent(JSON.stringify(input))}`;
    const search = [this.#rpcQuery, given].filter(Boolean).join('&');
    return this.get(`/trpc/${path}${search && `?${search}`}`, headers);
  }

  /** A tRPC mutation; like the library's client it states the type even where there is no input. */
  mutate(path: string, input?: unknown, headers: Headers = {}): Promise<Answer> {
    const payload = input === undefined ? undefined : JSON.stringify(input);
    const search = this.#rpcQuery && `?${this.#rpcQuery}`;
    return this.send('POST', `/trpc/${path}${search}`, payload, { 'content-type': 'application/json', ...headers });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

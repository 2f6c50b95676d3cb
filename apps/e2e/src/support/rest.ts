import { request } from 'node:http';

/** The reply to a call without a browser. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text if the body is no JSON. */
  body: unknown;
}

/** Calls the documented endpoints of one host and keeps its cookies. */
export class RestClient {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.call('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  async call(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.origin}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parseJson(text) };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    const isExpired = value === '' || attributes.some((each) => /^\s*max-age=0$/i.test(each));
    if (isExpired) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/**
 * Announces a JSON body of this length, sends none of it, and returns the answer. A server that refuses the length
 * closes the connection at once, so a caller that still sends may never read the reason.
 */
export function announceBody(address: string, bytes: number): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes };
    const call = request(address, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode, body: parseJson(Buffer.concat(chunks).toString()) });
        call.destroy();
      });
    });
    call.on('error', reject);
    call.flushHeaders();
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

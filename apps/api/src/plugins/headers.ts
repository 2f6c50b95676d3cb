import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

export interface HeaderOptions {
  https: boolean;
  /** The domain of the identity provider's sign-in page, which the user app opens. */
  authDomain?: string | undefined;
}

/** Origins that Firebase's popup sign-in loads and calls. */
const FIREBASE = {
  scripts: ['https://apis.google.com'],
  calls: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
};

/** Where browsers report violations of the policy: https://www.w3.org/TR/CSP3/#reporting */
export const CSP_REPORTS = '/csp-reports';

/**
 * Disables browser features that our pages do not use (https://www.w3.org/TR/permissions-policy/). Only our own pages
 * may use passkeys and the clipboard.
 */
const PERMISSIONS = (
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone ' +
  'midi payment serial usb xr-spatial-tracking browsing-topics'
)
  .split(' ')
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)', 'clipboard-write=(self)')
  .join(', ');

/** Builds the headers that all answers of a host share. */
export function securityHeaders({ https, authDomain }: HeaderOptions): Record<string, string> {
  const provider = authDomain === undefined ? undefined : { ...FIREBASE, frames: [`https://${authDomain}`] };
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(provider?.scripts ?? [])],
        // The dialog library locks scrolling with an inline style.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(provider?.calls ?? [])],
        frameSrc: provider?.frames ?? ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        reportUri: [CSP_REPORTS],
        reportTo: ['csp'],
      },
    },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A partner's page in a new tab must not get access to our page that opened the tab.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  const headers: Record<string, string> = {
    'Permissions-Policy': PERMISSIONS,
    'Reporting-Endpoints': `csp="${CSP_REPORTS}"`,
  };
  const response = { setHeader: (name: string, value: string) => (headers[name] = value), removeHeader: () => {} };
  write({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * Builds the policy of a web app's document, with Trusted Types: text becomes markup or a script URL only through a
 * policy of the app (https://www.w3.org/TR/trusted-types/). Only documents get it, because in a worker it would block
 * `importScripts`.
 * @param policies names of the policies that the app creates
 * @param isEnforced false if a library of the page violates the policy: browsers then only report violations
 */
export function documentHeaders(
  host: FastifyInstance,
  { policies = [], isEnforced = true }: { policies?: readonly string[]; isEnforced?: boolean },
): Record<string, string> {
  const names = policies.length === 0 ? "'none'" : policies.join(' ');
  const trusted = `require-trusted-types-for 'script';trusted-types ${names}`;
  const reports = `report-uri ${CSP_REPORTS};report-to csp`;
  const policy = hostHeaders.get(host)?.[POLICY] ?? '';
  return isEnforced ? { [POLICY]: `${policy};${trusted}` } : { [`${POLICY}-Report-Only`]: `${trusted};${reports}` };
}

const POLICY = 'Content-Security-Policy';

/** The headers of each host. */
const hostHeaders = new WeakMap<FastifyInstance, Record<string, string>>();

const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Adds security headers to every answer, and `no-store` to API answers unless the route sets a cache header. Register
 * it before all other hooks: if one of them refuses a request, the refusal needs these headers, too.
 */
export function sendSecurityHeaders(host: FastifyInstance, headers: Record<string, string>): void {
  hostHeaders.set(host, headers);
  // These hooks use callbacks: on every request, promises would cost more than the hooks themselves.
  host.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new DomainError('BAD_INPUT', { text: 'Host: is required' }));
    else if (hasSeveralHosts(request.raw.rawHeaders))
      done(new DomainError('BAD_INPUT', { text: 'Host: may be sent once only' }));
    else done();
  });
  host.addHook('onSend', (request, reply, payload, done) => {
    // Prefers the path of the route, because a request may spell the path with escapes.
    const isOurs = request.routeOptions.url === undefined ? isApi(request.url) : isApiRoute(request.routeOptions.url);
    if (isOurs && !reply.hasHeader('Cache-Control')) reply.headers(NO_STORE);
    done(null, payload);
  });
}

/**
 * Whether a request has several Host headers. Node keeps the first one, but a proxy in front may use another: RFC 9112,
 * section 3.2, requires 400.
 * @param raw names and values in turn
 */
function hasSeveralHosts(raw: readonly string[]): boolean {
  let count = 0;
  for (let i = 0; i < raw.length; i += 2) if (raw[i]?.length === 4 && raw[i]?.toLowerCase() === 'host') count++;
  return count > 1;
}

const isApi = (path: string): boolean =>
  /^\/(api|trpc|postback|export|healthz|readyz|startupz|servingz)(\/|$|\?)/.test(path);

/** Whether a route belongs to the API, cached by path. */
const isApiByRoute = new Map<string, boolean>();

function isApiRoute(url: string): boolean {
  let found = isApiByRoute.get(url);
  if (found === undefined) isApiByRoute.set(url, (found = isApi(url)));
  return found;
}

/** Builds an error response for requests that never reach Fastify. */
function buildRawErrorResponse(status: number, headers: Record<string, string>) {
  const body = JSON.stringify({ error: STATUS_CODES[status] });
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(body.length) };
  return { headers: { ...headers, ...NO_STORE, ...type, Connection: 'close' }, body };
}

/** Answers malformed or oversized HTTP on the bare socket, because no request exists yet. */
export function handleMalformedRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const refusal = buildRawErrorResponse(status, headers);
    const lines = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', refusal.body].join('\r\n'));
  };
}

/** Answers `Expect` values other than 100-continue: Node would refuse them without a body and our headers. */
export function handleExpectHeader(host: FastifyInstance, headers: Record<string, string>): void {
  host.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = buildRawErrorResponse(417, headers);
    response.writeHead(417, refusal.headers).end(refusal.body);
  });
}

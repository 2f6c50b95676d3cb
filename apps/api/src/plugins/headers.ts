import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

export interface HeaderOptions {
  https: boolean;
  /** The domain of the identity provider's own sign-in, which the app host's pages open. */
  authDomain?: string | undefined;
}

/** What Firebase's popup sign-in loads and calls. */
const FIREBASE = {
  scripts: ['https://apis.google.com'],
  calls: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
};

/** Where browsers report what the policy stopped: https://www.w3.org/TR/CSP3/#reporting */
export const CSP_REPORTS = '/csp-reports';

/**
 * What no page of ours uses, closed to what might get in: https://www.w3.org/TR/permissions-policy/. Passkeys and
 * copying are our own pages' alone.
 */
const PERMISSIONS = (
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone ' +
  'midi payment serial usb xr-spatial-tracking browsing-topics'
)
  .split(' ')
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)', 'clipboard-write=(self)')
  .join(', ');

/** The same for all answers of a host: they are made once. */
export function securityHeaders({ https, authDomain }: HeaderOptions): Record<string, string> {
  const provider = authDomain === undefined ? undefined : { ...FIREBASE, frames: [`https://${authDomain}`] };
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(provider?.scripts ?? [])],
        // The dialog library locks scrolling with an inline style; scripts stay strict.
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
    // A partner's page that we open must not be able to reach back, nor need it.
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
 * The policy of a web app's document, with Trusted Types: no text becomes markup or the address of a script but through
 * a policy that the app made (https://www.w3.org/TR/trusted-types/). Documents alone have it: in a worker it would stop
 * `importScripts`.
 * @param makes the names of the policies that the app makes
 * @param isKept false where a library of the page does not keep to it: then browsers report and stop nothing
 */
export function documentHeaders(
  host: FastifyInstance,
  { makes = [], isKept = true }: { makes?: readonly string[]; isKept?: boolean },
): Record<string, string> {
  const names = makes.length === 0 ? "'none'" : makes.join(' ');
  const trusted = `require-trusted-types-for 'script';trusted-types ${names}`;
  const reports = `report-uri ${CSP_REPORTS};report-to csp`;
  const policy = buildHeaders.get(host)?.[POLICY] ?? '';
  return isKept ? { [POLICY]: `${policy};${trusted}` } : { [`${POLICY}-Report-Only`]: `${trusted};${reports}` };
}

const POLICY = 'Content-Security-Policy';

/** What each host sends. */
const buildHeaders = new WeakMap<FastifyInstance, Record<string, string>>();

const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Security headers on every answer; nothing that an API says is kept by anybody, unless its route says otherwise.
 * Before all other hooks: they may refuse.
 */
export function sendSecurityHeaders(host: FastifyInstance, headers: Record<string, string>): void {
  buildHeaders.set(host, headers);
  // By callback: they run for every request, and a promise would be most of what they cost.
  host.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new DomainError('BAD_INPUT', { text: 'Host: is required' }));
    else done();
  });
  host.addHook('onSend', (request, reply, payload, done) => {
    // The route's own spelling where there is one: a path may be written with escapes and still lead to it.
    const isOurs = request.routeOptions.url === undefined ? isApi(request.url) : isApiRoute(request.routeOptions.url);
    if (isOurs && !reply.hasHeader('Cache-Control')) reply.headers(NO_STORE);
    done(null, payload);
  });
}

const isApi = (path: string): boolean => /^\/(api|trpc|postback|export|healthz|readyz|startupz)(\/|$|\?)/.test(path);

/** What was found of each route. */
const known = new Map<string, boolean>();

function isApiRoute(url: string): boolean {
  let found = known.get(url);
  if (found === undefined) known.set(url, (found = isApi(url)));
  return found;
}

/** An answer that is made below Fastify. */
function buildRawErrorResponse(status: number, headers: Record<string, string>) {
  const body = JSON.stringify({ error: STATUS_CODES[status] });
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(body.length) };
  return { headers: { ...headers, ...NO_STORE, ...type, Connection: 'close' }, body };
}

/** What is no HTTP at all, or too much of it, is answered on the bare socket: before any request is there. */
export function handleMalformedRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const refusal = buildRawErrorResponse(status, headers);
    const lines = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', refusal.body].join('\r\n'));
  };
}

/** `Expect` with anything but 100-continue, which Node would refuse without a word and without our headers. */
export function handleExpectHeader(host: FastifyInstance, headers: Record<string, string>): void {
  host.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = buildRawErrorResponse(417, headers);
    response.writeHead(417, refusal.headers).end(refusal.body);
  });
}

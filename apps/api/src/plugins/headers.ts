import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import setHeaders, { type HelmetOptions } from 'helmet';

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

/** What every answer says to a browser about what it may do with it. */
function policyOf({ https, authDomain }: HeaderOptions) {
  const provider = authDomain === undefined ? undefined : { ...FIREBASE, frames: [`https://${authDomain}`] };
  return {
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
      },
    },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A partner's page that we open must not be able to reach back, nor need it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  } satisfies HelmetOptions;
}

/** Security headers on every answer; nothing that an API says is kept by anybody, unless its route says otherwise. */
export async function sendSecurityHeaders(host: FastifyInstance, options: HeaderOptions): Promise<void> {
  await host.register(helmet, policyOf(options));
  host.addHook('onSend', async (request, reply) => {
    // The route's own spelling where there is one: a path may be written with escapes and still lead to it.
    const path = request.routeOptions.url ?? request.url;
    const isApi = /^\/(api|trpc|postback|export|healthz|readyz)(\/|$|\?)/.test(path);
    if (isApi && !reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
}

/** The same for answers that are given before any route, and so any hook, is found. */
export function bareHeaders(options: HeaderOptions): (request: FastifyRequest, reply: FastifyReply) => void {
  const set = setHeaders(policyOf(options));
  return (request, reply) => {
    set(request.raw, reply.raw, () => {});
    void reply.header('Cache-Control', 'no-store');
  };
}

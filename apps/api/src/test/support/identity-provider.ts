import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Starts an identity provider like Firebase: it publishes its key and signs ID tokens. */
export async function startIdentityProvider(projectId = 'a-project') {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Settings for a host that accepts this provider's tokens. */
    env: { IDENTITY_PROJECT_ID: projectId, IDENTITY_ISSUER: issuer, IDENTITY_JWKS_URL: `${issuer}/jwks` },
    idToken: (subject: string, email: string): Promise<string> =>
      new SignJWT({
        email,
        email_verified: true,
        name: 'Zoya Khan',
        firebase: { sign_in_provider: 'google.com' },
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(projectId)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

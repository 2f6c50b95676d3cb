import { adminHostDescription } from './admin-host.ts';
import { appHostDescription } from './app-host.ts';
import { describeHost, type OpenApiDocument } from './document.ts';

/** The OpenAPI descriptions of both hosts, built from the schemas that validate their input. */
export const descriptions = (): { app: OpenApiDocument; admin: OpenApiDocument } => ({
  app: describeHost(appHostDescription),
  admin: describeHost(adminHostDescription),
});

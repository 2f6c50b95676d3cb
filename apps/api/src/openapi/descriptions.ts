import { adminHostDescription } from './admin-host.ts';
import { appHostDescription } from './app-host.ts';
import { describeHost, type OpenApiDocument } from './document.ts';

/** What both hosts say of themselves, made from the schemas that read what is sent to them. */
export const descriptions = (): { app: OpenApiDocument; admin: OpenApiDocument } => ({
  app: describeHost(appHostDescription),
  admin: describeHost(adminHostDescription),
});

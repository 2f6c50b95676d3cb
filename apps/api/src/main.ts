import { setSourceMapsSupport } from 'node:module';

/**
 * Starts the server with the source maps of our own files. `--enable-source-maps` would also read the source maps of
 * packages, and look for one in each generated function, such as a serializer. That takes 40 MB of memory.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
await import('./server.ts');

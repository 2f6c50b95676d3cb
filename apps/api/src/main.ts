import { setSourceMapsSupport } from 'node:module';

/**
 * Starts the server with the source maps of our own files. `--enable-source-maps` also reads those of packages and
 * looks for one in each generated function, for instance of serializers: 40 MB.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
await import('./server.ts');

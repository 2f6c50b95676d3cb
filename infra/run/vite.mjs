/**
 * The development server of one web app: `vite.mjs <app> <port> <port of its server>`. Runs with the workspace's Node
 * in its own process, and reports when it listens.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const [name = '', port = '', upstream = ''] = process.argv.slice(2);
const proxyOptions = { target: `http://localhost:${upstream}`, xfwd: true };

const server = await createServer({
  root: fileURLToPath(new URL(`../../apps/${name}`, import.meta.url)),
  clearScreen: false,
  logLevel: 'warn',
  server: {
    port: Number(port),
    strictPort: true,
    host: 'localhost',
    proxy: Object.fromEntries(
      ['/trpc', '/api', '/export', '/postback', '/pictures', '/fairness.json', '/healthz', '/readyz', '/startupz'].map(
        (path) => [path, proxyOptions],
      ),
    ),
  },
});
await server.listen();

const close = () => void server.close().then(() => process.exit(0));
process.once('SIGTERM', close);
process.once('SIGINT', close);
// The parent process has ended.
process.once('disconnect', close);
process.send?.({ ready: true });

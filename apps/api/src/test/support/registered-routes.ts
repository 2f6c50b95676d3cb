import type { FastifyInstance } from 'fastify';

/**
 * Paths without callers: the files of the web app and of the page that shows the description, health, and the router,
 * whose procedures have a table of their own.
 */
const untabled = [
  /^\/(healthz|readyz|startupz|api(\/admin)?\/reference\/.*|trpc\/:path|assets\/.*)$/,
  // Pictures of offers are everybody’s.
  /^\/pictures\/:file$/,
  /^\/(index\.html|icon\.svg|sw\.js|manifest\.webmanifest)$/,
];

/** Every documented method and path: what is registered. */
export function registeredRoutes(host: FastifyInstance): string[] {
  const found: string[] = [];
  // A path that begins as another one is printed below it, and without that beginning.
  const parents: string[] = [];
  for (const line of host.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', own = '', printed = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    const printedPath = (parents[depth - 1] ?? '') + own;
    parents[depth] = printedPath;
    // What stands for any rest is printed without the slash before it.
    const path = printedPath.replace(/(?<!\/)\*$/, '/*');
    if (printed === '' || untabled.some((each) => each.test(path))) continue;
    for (const method of printed.split(', ')) if (method !== 'HEAD') found.push(`${method} ${path}`);
  }
  return found.sort();
}

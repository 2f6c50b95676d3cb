import type { FastifyInstance } from 'fastify';

/**
 * Paths that the access table omits, because they are public or have their own table: files of the web app and the
 * documentation page, health checks, and the tRPC router.
 */
const unlisted = [
  /^\/(healthz|readyz|startupz|servingz|api(\/admin)?\/reference\/.*|trpc\/:path|assets\/.*)$/,
  /^\/pictures\/:file$/,
  /^\/(index\.html|icon\.svg|sw\.js|manifest\.webmanifest)$/,
];

/** Lists the registered methods and paths. */
export function listRoutes(host: FastifyInstance): string[] {
  const routes: string[] = [];
  // A path that starts like another path is printed below that path, without the common prefix.
  const parents: string[] = [];
  for (const line of host.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', printedMethods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    const printedPath = (parents[depth - 1] ?? '') + segment;
    parents[depth] = printedPath;
    // A wildcard is printed without the slash before it.
    const path = printedPath.replace(/(?<!\/)\*$/, '/*');
    if (printedMethods === '' || unlisted.some((each) => each.test(path))) continue;
    for (const method of printedMethods.split(', ')) if (method !== 'HEAD') routes.push(`${method} ${path}`);
  }
  return routes.sort();
}

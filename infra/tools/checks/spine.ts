const WALK = /^## (.+): (\d+) hops$/;
const HOP = /^\d+\. `([^`]+)`, `(\w+)`:/;

/**
 * Compares the call paths of infra/docs/spine.md with the code.
 * @param document the text of that page
 * @param read returns the text of a file by path
 * @returns one line for each fault: a hop without a file and function, a function that is not in the hop's file, or a
 *   heading with a wrong number of hops
 */
export function findSpineFaults(document: string, read: (path: string) => string): string[] {
  return document
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '))
    .flatMap((section) => {
      const lines = section.split('\n');
      const [, walk = lines[0] ?? '', count] = WALK.exec(lines[0] ?? '') ?? [];
      const hops = lines.flatMap((line) => (/^\d+\. /.test(line) ? [HOP.exec(line)] : []));
      const wrong = hops.flatMap((hop, index) => {
        const [, path = '', name = ''] = hop ?? [];
        if (!hop) return [`${walk}: hop ${index + 1} names no file and function`];
        return new RegExp(`\\b${name}\\b`).test(read(path)) ? [] : [`${walk}: ${path} has no ${name}`];
      });
      return Number(count) === hops.length ? wrong : [`${walk}: has ${hops.length} hops`, ...wrong];
    });
}

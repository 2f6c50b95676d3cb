const WALK = /^## (.+): (\d+) hops$/;
const HOP = /^\d+\. `([^`]+)`, `(\w+)`:/;

/**
 * Compares the walks of infra/docs/spine.md with the code.
 * @param document its text
 * @param read gives the text of a file by its path
 * @returns a line for each hop whose file does not name its function, and for each number that is not that of the hops
 */
export function findSpineFaults(document: string, read: (path: string) => string): string[] {
  return document
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '))
    .flatMap((section) => {
      const lines = section.split('\n');
      const [, walk = lines[0] ?? '', said] = WALK.exec(lines[0] ?? '') ?? [];
      const hops = lines.flatMap((line) => (/^\d+\. /.test(line) ? [HOP.exec(line)] : []));
      const wrong = hops.flatMap((hop, index) => {
        const [, path = '', name = ''] = hop ?? [];
        if (!hop) return [`${walk}: hop ${index + 1} names no file and function`];
        return new RegExp(`\\b${name}\\b`).test(read(path)) ? [] : [`${walk}: ${path} has no ${name}`];
      });
      return Number(said) === hops.length ? wrong : [`${walk}: has ${hops.length} hops`, ...wrong];
    });
}

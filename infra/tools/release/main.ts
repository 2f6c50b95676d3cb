import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { builderOf, buildImage } from '../image/build.ts';
import type { Kind } from './changes.ts';
import { release } from './release.ts';

const { texts, flags } = readOptions({
  call: 'npm run release --',
  does: 'Makes a release: version, CHANGELOG.md from the commits, parts list (SBOM), image, commit and tag.',
  texts: { kind: 'major, minor or patch; else minor where there are migrations, and patch' },
  flags: { 'dry-run': 'says what would come, and writes nothing', 'no-image': 'without the image' },
});

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** As `npm run sbom` makes it, of the version that package.json has by then. */
function writeSbom(file: string): void {
  const args = ['run', '--silent', 'sbom'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm run sbom: ${stderr}`);
  const parts = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { components: unknown[] };
  writeFileSync(file, JSON.stringify(parts, null, 1));
  say(`${file}: ${parts.components.length} parts.`);
}

try {
  const { kind } = texts;
  if (kind !== undefined && !['major', 'minor', 'patch'].includes(kind)) {
    throw new Error('--kind must be major, minor or patch');
  }
  await release({
    repository,
    kind: kind as Kind | undefined,
    isDry: flags['dry-run'] === true,
    day: new Date().toISOString().slice(0, 10),
    say,
    writeSbom: async (_, file) => writeSbom(file),
    async buildImage(version) {
      const builder = flags['no-image'] ? undefined : builderOf();
      if (builder === undefined) return 'The image was left out: neither docker, podman nor buildah is there.';
      return `The image is ${await buildImage({ repository, builder, tag: version, say })}.`;
    },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

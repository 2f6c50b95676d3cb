import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { pnpm } from '../../run/workspace.mjs';
import { buildImage, findBuilder } from '../image/build.ts';
import type { Kind } from './changes.ts';
import { release } from './release.ts';

const { texts, flags } = readOptions({
  call: 'npm run release --',
  description: 'Creates a release: version, CHANGELOG.md from the commits, SBOM, image, commit and tag.',
  texts: { kind: 'major, minor or patch; by default minor if there are migrations, otherwise patch' },
  flags: { 'dry-run': 'prints the release and writes nothing', 'no-image': 'builds no image' },
});

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes the SBOM (CycloneDX) of the version in package.json. */
async function writeSbom(file: string): Promise<void> {
  const { code, stdout, output } = await pnpm(['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']);
  if (code !== 0) throw new Error(`pnpm sbom: ${output}`);
  const parts = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { components: unknown[] };
  writeFileSync(file, JSON.stringify(parts, null, 1));
  print(`${file}: ${parts.components.length} components.`);
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
    print,
    writeSbom: (_, file) => writeSbom(file),
    async buildImage(version) {
      const builder = flags['no-image'] ? undefined : findBuilder();
      if (builder === undefined)
        return 'No image was built: --no-image is set, or neither docker nor buildah works here.';
      return `The image is ${buildImage(repository, builder, version)}.`;
    },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

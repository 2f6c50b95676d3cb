import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { builderOf, buildImage, folderOf } from './build.ts';
import { buildahAt } from './buildah.ts';
import { tryImage } from './try.ts';

const { texts, flags } = readOptions({
  call: 'npm run image --',
  does: 'Builds the image of what is committed (infra/ops/Containerfile), at most 350 MB.',
  texts: {
    tag: 'how it is called: inaam:TAG; else inaam:latest',
    folder: 'where buildah keeps images; else /var/tmp/inaam-image',
    ca: 'a file of certificates that the build trusts besides',
  },
  flags: {
    debian: 'by buildah, on a Debian root and Node from npm: no registry of images is asked (as root; mmdebstrap)',
    try: 'with --debian: starts it read-only as nobody against a PostgreSQL, and asks both hosts',
    remove: 'with --debian: removes the folder afterwards',
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const tag = texts['tag'] ?? 'latest';
const folder = folderOf({ ...(texts['folder'] !== undefined && { folder: texts['folder'] }) });
const isFromDebian = flags['debian'] === true;

try {
  const builder = isFromDebian ? 'buildah' : builderOf();
  if (builder === undefined) throw new Error('Neither docker, podman nor buildah is there.');
  say(`Built: ${await buildImage({ repository, builder, tag, folder, isFromDebian, ca: texts['ca'], say })}.`);
  if (flags['try'] && isFromDebian) {
    for (const line of await tryImage(buildahAt(folder), `inaam:${tag}`)) say(line);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  if (flags['remove'] && isFromDebian) rmSync(folder, { recursive: true, force: true });
}

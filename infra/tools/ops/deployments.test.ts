import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What the ready deployments must agree on, each in its own language. */
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../ops', file), 'utf8');

test('each has a DATA_DIR that the api may write to, and nobody else may read', () => {
  const compose = read('compose.yaml');
  const dataDir = /DATA_DIR: (\S+)/.exec(compose)?.[1];
  expect(compose).toContain(`tmpfs: [/tmp, "${dataDir}:uid=65534,gid=65534,mode=0700"]`);

  const mounted = /DATA_DIR=(\S+)/.exec(read('kubernetes/kustomization.yaml'))?.[1];
  expect(read('kubernetes/api.yaml')).toContain(`mountPath: ${mounted} }`);

  const unit = read('systemd/inaam.service');
  const state = /^StateDirectory=(\S+)$/m.exec(unit)?.[1];
  expect(unit).toMatch(new RegExp(`^Environment=DATA_DIR=/var/lib/${state}$`, 'm'));
  expect(unit).toMatch(/^StateDirectoryMode=0700$/m);
});

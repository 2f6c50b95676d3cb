import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

test('passes SIGTERM on to a program in the terminal, and ends after that program', async () => {
  const program = `process.once('SIGTERM', () => setTimeout(() => process.exit(7), 100));
    setInterval(() => {}, 60_000);
    console.log('ready');`;
  const caller = `import { runInTerminal } from '${pathToFileURL(join(import.meta.dirname, 'workspace.mjs')).href}';
    process.exitCode = await runInTerminal(process.execPath, ['--eval', ${JSON.stringify(program)}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', caller], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  expect(String(await once(child.stdout, 'data'))).toBe('ready\n');
  child.kill('SIGTERM');
  expect(await exited).toEqual([7, null]);
});

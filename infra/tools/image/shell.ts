import { spawn, spawnSync } from 'node:child_process';

/** @returns what it wrote @throws an Error with the end of what it said */
export function run(program: string, args: readonly string[], cwd?: string): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    ...(cwd !== undefined && { cwd }),
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${(stderr || stdout).slice(-2_000)}`);
  return stdout.trim();
}

/** Shows what it says. @throws where it does not end well */
export async function follow(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

export const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;

import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Chromium and the environment variables that it needs. */
export type Browser = { executablePath: string; env: Record<string, string> };

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a browser: the one in CHROMIUM_PATH, else the system's Chrome or Chromium, else one from the npm registry,
 * which is unpacked once.
 * @throws an error that names CHROMIUM_PATH when its file is missing or no browser exists
 */
export async function findBrowser(
  env: Record<string, string | undefined> = process.env,
  elsewhere: readonly string[] = ELSEWHERE,
): Promise<Browser> {
  const named = env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`);
    return { executablePath: named, env: {} };
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const executablePath of [...places, ...elsewhere]) {
    // Some systems have a stub of this name that only prints how to install the browser.
    if (existsSync(executablePath) && answers({ executablePath, env: {} })) return { executablePath, env: {} };
  }
  return fromRegistry();
}

/**
 * Unpacks the browser of the npm package. The package uses any version that it finds in the temporary directory, so
 * each version and account gets its own directory.
 */
async function fromRegistry(): Promise<Browser> {
  const manifest = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const home = join(tmpdir(), `inaam-chromium-${version}-${process.getuid?.() ?? 'user'}`);
  for (const again of [false, true]) {
    // An interrupted run may have left an incomplete browser.
    if (again) rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const { uid } = lstatSync(home);
    if (process.getuid && uid !== process.getuid()) throw new Error(`${home} belongs to another account`);
    const executablePath = await unpack(home);
    for (const env of environments(home)) if (answers({ executablePath, env })) return { executablePath, env };
  }
  throw new Error('No browser was found and the one from the registry does not start: set CHROMIUM_PATH to a Chromium');
}

async function unpack(home: string): Promise<string> {
  const before = { ...process.env };
  // The package reads these variables when it is loaded. The first names the folder to unpack into. The second makes it
  // unpack the libraries, too.
  Object.assign(process.env, { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    chromium.setGraphicsMode = false;
    return await chromium.executablePath();
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/**
 * The environments to try in turn: with the system's libraries, then with those of the package. A minimal image has
 * neither libraries nor fonts.
 */
function environments(home: string): Record<string, string>[] {
  const fonts: Record<string, string> = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(home, 'fonts') };
  return [fonts, { ...fonts, LD_LIBRARY_PATH: join(home, 'al2023', 'lib') }];
}

function answers({ executablePath, env }: Browser): boolean {
  try {
    const version = execFileSync(executablePath, ['--version'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 30_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /chrom/i.test(version);
  } catch {
    return false;
  }
}

/**
 * The front door: every script of package.json comes here, on a machine that has Node and npm and nothing else.
 * This file is read by whatever Node the machine has, so it loads nothing before it has looked at the version.
 */
const OLDEST = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(`Node ${OLDEST} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
import('./run/commands.mjs')
  .then(({ runCommand }) => runCommand(process.argv.slice(2)))
  .catch((error) => {
    // A refusal is one line for the person who started us; anything else is a fault of ours and keeps its stack.
    console.error(error.refusal ? error.message : error);
    process.exit(1);
  });

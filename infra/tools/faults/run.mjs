// The long fault test: node infra/tools/faults/run.mjs --minutes N. Runs under the project's own Node, whatever the shell's is.
import { runUnderOwnNode } from '../../run/own-node.mjs';

runUnderOwnNode(new URL('./main.ts', import.meta.url));

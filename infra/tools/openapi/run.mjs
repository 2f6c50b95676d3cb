// Writes the OpenAPI descriptions and the client's types. Runs under the project's own Node, whatever the shell's is.
import { runUnderOwnNode } from '../../run/own-node.mjs';

runUnderOwnNode(new URL('./write.ts', import.meta.url));

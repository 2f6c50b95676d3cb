/**
 * Prints the URLs and the demo's passwords, once all servers answer.
 * @param {import('./settings.mjs').StartSettings} settings
 * @param {number} began the time of the start, ms since 1970
 */
export function printBanner({ demo, ports, origins, generatedPasswords }, began) {
  const login = (/** @type {string} */ text) => (demo && !generatedPasswords ? `     ${text}` : '');
  const lines = [
    '',
    `  Inaam is ready (${((Date.now() - began) / 1000).toFixed(1)} s)`,
    '',
    `  App      ${origins.app}${login('demo@example.com / demo-user-1234')}`,
    `  Admin    ${origins.admin}${login('admin / admin-demo-1234')}`,
  ];
  if (demo)
    lines.push(
      `  Sandbox  http://localhost:${ports.sandbox}     partner network and sign-in provider for trying things`,
    );
  console.log([...lines, '', '  Ctrl-C ends it.', ''].join('\n'));
}

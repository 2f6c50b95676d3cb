/**
 * Prints what to open and how to sign in, once everything answers.
 * @param {import('./settings.mjs').StartSettings} settings
 * @param {number} began ms
 */
export function banner({ demo, ports, origins, drawnPasswords }, began) {
  const says = (/** @type {string} */ who) => (demo && !drawnPasswords ? `     ${who}` : '');
  const lines = [
    '',
    `  Inaam is ready (${((Date.now() - began) / 1000).toFixed(1)} s)`,
    '',
    `  App      ${origins.app}${says('demo@example.com / demo-user-1234')}`,
    `  Admin    ${origins.admin}${says('admin / admin-demo-1234')}`,
  ];
  if (demo)
    lines.push(
      `  Sandbox  http://localhost:${ports.sandbox}     partner network and sign-in provider for trying things`,
    );
  console.log([...lines, '', '  Ctrl-C ends it.', ''].join('\n'));
}

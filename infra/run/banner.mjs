/**
 * What to open and how to get in, once everything answers.
 * @param {{ demo: boolean, ports: { app: number, admin: number, sandbox: number } }} settings
 * @param {number} began ms
 */
export function banner({ demo, ports }, began) {
  const origin = (/** @type {string} */ name, /** @type {number} */ port) =>
    process.env[name] || `http://localhost:${port}`;
  const lines = [
    '',
    `  Inaam is ready (${((Date.now() - began) / 1000).toFixed(1)} s)`,
    '',
    `  App      ${origin('APP_ORIGIN', ports.app)}${demo ? '     demo@example.com / demo-user-1234' : ''}`,
    `  Admin    ${origin('ADMIN_ORIGIN', ports.admin)}${demo ? '     admin / admin-demo-1234' : ''}`,
  ];
  if (demo)
    lines.push(
      `  Sandbox  http://localhost:${ports.sandbox}     partner network and sign-in provider for trying things`,
    );
  console.log([...lines, '', '  Ctrl-C ends it.', ''].join('\n'));
}

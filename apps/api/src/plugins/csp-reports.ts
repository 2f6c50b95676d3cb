import type { FastifyInstance } from 'fastify';
import { CSP_REPORTS } from './headers.ts';

/** Reports of one process that are logged within a minute: a stranger can send as many as they like. */
const MAX_LOGGED_PER_MINUTE = 20;

/** A text of a report, in one short line. */
const short = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200) : undefined;

/** Of a report in either form: https://www.w3.org/TR/CSP3/#reporting and #deprecated-serialize-violation. */
function factsOf(report: unknown): Record<string, string | undefined> {
  const of = (report ?? {}) as Record<string, unknown>;
  const { body = of['csp-report'] } = of;
  const facts = (body ?? {}) as Record<string, unknown>;
  return {
    directive: short(facts['effectiveDirective'] ?? facts['effective-directive'] ?? facts['violated-directive']),
    blocked: short(facts['blockedURL'] ?? facts['blocked-uri']),
    page: short(facts['documentURL'] ?? facts['document-uri'])?.replace(/[?#].*/, ''),
  };
}

/** Takes what browsers report of stopped scripts and loads, and writes it into the log. Nothing is answered. */
export async function serveCspReports(host: FastifyInstance): Promise<void> {
  let minute = 0;
  let logged = 0;
  await host.register((scope, _options, done) => {
    const types = ['application/csp-report', 'application/reports+json', 'application/json'];
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, parsed) => {
      try {
        parsed(null, JSON.parse(String(body)));
      } catch {
        parsed(null, undefined);
      }
    });
    scope.post(CSP_REPORTS, (request, reply) => {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) [minute, logged] = [now, 0];
      const reports = Array.isArray(request.body) ? request.body : [request.body];
      for (const report of reports.slice(0, MAX_LOGGED_PER_MINUTE - logged)) {
        logged += 1;
        request.log.warn({ csp: factsOf(report) }, 'stopped by the content security policy');
      }
      return reply.code(204).send();
    });
    done();
  });
}

import type { FastifyInstance } from 'fastify';
import { CSP_REPORTS } from './headers.ts';

/** Maximum number of reports that a process logs per minute: a stranger can send any number. */
const MAX_LOGGED_PER_MINUTE = 20;

const MAX_REPORT_BYTES = 16 * 1024;

/** Shortens a text of a report to one line. */
const shorten = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200) : undefined;

/** Reads a report in the current or the deprecated form: https://www.w3.org/TR/CSP3/#reporting */
function parseReport(report: unknown): Record<string, string | undefined> {
  const fields = (report ?? {}) as Record<string, unknown>;
  const { body = fields['csp-report'] } = fields;
  const facts = (body ?? {}) as Record<string, unknown>;
  return {
    directive: shorten(facts['effectiveDirective'] ?? facts['effective-directive'] ?? facts['violated-directive']),
    blocked: shorten(facts['blockedURL'] ?? facts['blocked-uri']),
    page: shorten(facts['documentURL'] ?? facts['document-uri'])?.replace(/[?#].*/, ''),
  };
}

/** Logs browsers' reports about blocked scripts and loads. The answer is empty. */
export async function serveCspReports(host: FastifyInstance): Promise<void> {
  let minute = 0;
  let logged = 0;
  await host.register((scope, _options, done) => {
    const types = ['application/csp-report', 'application/reports+json', 'application/json'];
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, parsed) => {
      try {
        parsed(null, JSON.parse(String(body)));
      } catch {
        parsed(null, undefined);
      }
    });
    scope.post(CSP_REPORTS, { bodyLimit: MAX_REPORT_BYTES }, (request, reply) => {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) [minute, logged] = [now, 0];
      const reports = Array.isArray(request.body) ? request.body : [request.body];
      for (const report of reports.slice(0, MAX_LOGGED_PER_MINUTE - logged)) {
        logged += 1;
        request.log.warn({ csp: parseReport(report) }, 'blocked by the content security policy');
      }
      return reply.code(204).send();
    });
    done();
  });
}

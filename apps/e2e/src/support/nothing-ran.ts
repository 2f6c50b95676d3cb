import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Fails a run whose journeys were all skipped, for example because the named journey skips the named project. */
export default class NothingRan implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] }> {
    const journeys = this.suite?.allTests() ?? [];
    const isOnlyListed = process.argv.includes('--list');
    if (isOnlyListed || status !== 'passed' || journeys.some((journey) => journey.outcome() !== 'skipped')) return {};
    console.error('Nothing ran: each of these journeys skips this project. Leave --project out, or name another.');
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

import { MAX_LINES_PER_CALL, type StatementBegin, type StatementLine } from '@inaam/contracts/networks/statements';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { splitIntoRequests } from './statement-file.ts';
import { formatMonth } from './statement-words.ts';

export interface Upload {
  /** The number of lines that the server has stored; undefined while nothing is uploaded. */
  sent: number | undefined;
  failed: string | undefined;
  start: (about: Omit<StatementBegin, 'lines'>, lines: readonly StatementLine[]) => Promise<void>;
  reset: () => void;
}

/** Uploads a statement in several requests and compares it. A failure does not change the month's earlier statement. */
export function useUpload(onDone: (month: string) => void): Upload {
  const utils = trpc.useUtils();
  const [sent, setSent] = useState<number>();
  const [failed, setFailed] = useState<string>();
  const { begin, addLines, compare } = utils.client.admin.networks.statements;
  return {
    sent,
    failed,
    reset: () => setFailed(undefined),
    async start(about, lines) {
      setFailed(undefined);
      setSent(0);
      try {
        const { statement_id } = await begin.mutate({ ...about, lines: lines.length });
        let sentLines = 0;
        for (const requestLines of splitIntoRequests(lines, MAX_LINES_PER_CALL)) {
          await addLines.mutate({ statement_id, lines: requestLines });
          sentLines += requestLines.length;
          setSent(sentLines);
        }
        await compare.mutate({ statement_id });
        toast.success(`${formatMonth(about.month)} was compared with the ledger`);
        onDone(about.month);
        await utils.admin.networks.statements.invalidate();
      } catch (error) {
        setFailed(getErrorText(error, 'The server could not be reached. Please try again.'));
      } finally {
        setSent(undefined);
      }
    },
  };
}

import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { getErrorText, getServerError } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { type VoucherValues, voucherInput } from '../voucher-form.ts';
import { resolveBrand } from './brand-of-line.ts';
import type { CodeBatch } from './code-lines.ts';
import { downloadRejectedRows, type RejectedRows, useRejectedRows } from './rejected-rows.ts';

export interface Import {
  progress: ImportProgress | undefined;
  running: boolean;
  /** True while the server is unreachable. The import resumes when the server responds. */
  waiting: boolean;
  /** The reason why the import stopped early. `start` then resumes the import. */
  failed: string | undefined;
  start: (values: VoucherValues, batches: readonly CodeBatch[], rejected: RejectedRows) => Promise<void>;
  reset: () => void;
}

const getBrand = ({ voucher_type, voucher_brand }: VoucherValues, batch: CodeBatch) =>
  resolveBrand(batch, { type: voucher_type, brand: voucher_brand });

/** The values of a batch. The form's values apply if the file lacks a column. */
const toValues = (values: VoucherValues, batch: CodeBatch): VoucherValues => ({
  ...values,
  ...getBrand(values, batch),
  ...(batch.amount !== undefined && { voucher_amount: String(batch.amount) }),
  ...(batch.expiry !== undefined && { expiry_date: batch.expiry }),
});

/** `4 new, 1 repeat` */
export const formatImportResult = ({ created, skipped }: { created: number; skipped: number }): string =>
  `${formatCount(created)} new, ${formatPlural(skipped, 'repeat')}`;

/** Saves checked codes in batches, with one summary at the end. */
export function useImport(onDone: () => void): Import {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.vouchers.create.useMutation();
  const { keep } = useRejectedRows();
  const [progress, setProgress] = useState<ImportProgress>();
  const [running, setRunning] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [failed, setFailed] = useState<string>();

  const start: Import['start'] = async (values, batches, rejected) => {
    setRunning(true);
    setFailed(undefined);
    const total = batches.reduce((sum, { codes }) => sum + codes.length, 0);
    const initialProgress = progress ?? { sent: 0, total, created: 0, skipped: 0 };
    setProgress(initialProgress);
    const send = (batch: CodeBatch, codes: readonly string[]) =>
      mutateAsync(voucherInput(toValues(values, batch), codes, batch.pins));
    const inStock = async (batch: CodeBatch) => {
      const brands = batch.codes.map(() => getBrand(values, batch));
      const { lines } = await utils.client.admin.vouchers.check.mutate({ codes: batch.codes, brands });
      return new Set(lines.filter(({ verdict }) => verdict === 'duplicate_in_stock').map(({ code }) => code));
    };
    try {
      const result = await sendInBatches(
        batches,
        retryWhileUnreachable(send, inStock, setWaiting),
        setProgress,
        initialProgress,
      );
      toast.success(formatImportResult(result), {
        ...(rejected.rows.length > 0 && {
          description: `${formatPlural(rejected.rows.length, 'row was', 'rows were')} not saved.`,
          action: { label: 'Download', onClick: () => downloadRejectedRows(rejected) },
        }),
      });
      onDone();
    } catch (error) {
      setFailed(getErrorText(error, 'The server could not be reached.'));
    } finally {
      // Keeps the rejected rows even if the import stopped early.
      if (rejected.rows.length > 0) keep(rejected);
      setRunning(false);
      setWaiting(false);
      await utils.admin.invalidate();
    }
  };
  const reset = () => {
    setProgress(undefined);
    setFailed(undefined);
  };
  return { progress, running, waiting, failed, start, reset };
}

export interface ImportProgress {
  /** The number of codes that the server has processed. */
  sent: number;
  total: number;
  created: number;
  skipped: number;
}

type Answer = { created: number; skipped: number };

const TRIES = 20;
const PAUSE_MS = 3000;

/** Resolves when the browser is online again, or after a pause, because the `online` event is unreliable. */
const waitForConnection = (): Promise<void> =>
  new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
      resolve();
    };
    const timer = setTimeout(resume, PAUSE_MS);
    window.addEventListener('online', resume);
  });

/**
 * Sends a batch until a response arrives. If a response was lost, the batch may be saved already. No code of the batch
 * was in stock before the first attempt, so codes that are in stock now were saved and are not sent again.
 * @param inStock returns the codes of the batch that are in stock
 * @param pause resolves when another attempt makes sense
 */
export function retryWhileUnreachable(
  send: (batch: CodeBatch, codes: readonly string[]) => Promise<Answer>,
  inStock: (batch: CodeBatch) => Promise<ReadonlySet<string>>,
  onWaiting: (waits: boolean) => void,
  pause = waitForConnection,
): (batch: CodeBatch) => Promise<Answer> {
  return async (batch) => {
    let hasBeenSent = false;
    for (let tries = 1; ; tries += 1) {
      try {
        const saved = hasBeenSent ? await inStock(batch) : new Set<string>();
        const rest = batch.codes.filter((code) => !saved.has(code));
        hasBeenSent = true;
        const { created, skipped } = rest.length === 0 ? { created: 0, skipped: 0 } : await send(batch, rest);
        onWaiting(false);
        return { created: created + saved.size, skipped };
      } catch (error) {
        // A refusal is not retried.
        if (getServerError(error) || tries >= TRIES) throw error;
        onWaiting(true);
        await pause();
      }
    }
  };
}

/**
 * Sends codes batch by batch. Each batch is saved separately.
 * @param earlier the progress of an earlier attempt, which this call resumes
 * @param onProgress called after each batch; if `send` throws, the last call reported the number of saved codes
 */
export async function sendInBatches<Batch extends { codes: readonly string[] }>(
  batches: readonly Batch[],
  send: (batch: Batch) => Promise<Answer>,
  onProgress: (imported: ImportProgress) => void,
  earlier?: ImportProgress,
): Promise<ImportProgress> {
  const total = batches.reduce((sum, { codes }) => sum + codes.length, 0);
  let current = earlier ?? { sent: 0, total, created: 0, skipped: 0 };
  let position = 0;
  for (const batch of batches) {
    position += batch.codes.length;
    if (position <= current.sent) continue;
    // Batches are sent one after another, so that progress is exact and the server is not overloaded.
    const { created, skipped } = await send(batch);
    current = { sent: position, total, created: current.created + created, skipped: current.skipped + skipped };
    onProgress(current);
  }
  return current;
}
